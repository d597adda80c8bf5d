/**
 * False in a build for an API that knows the specification and nothing else (docs/developers/hosts.md): the client then sends its calls
 * alone, and screens leave out what needs others. The build puts its value here, and what can't be reached falls away.
 */
export const extensions = import.meta.env.PUBLIC_API_EXTENSIONS !== 'off';
