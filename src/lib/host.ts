/**
 * False in a build for an API that implements only the specification (docs/developers/hosts.md). The client then makes only the
 * calls of the specification, and screens leave out what needs others. The build inlines the value and removes unreachable code.
 */
export const extensions = import.meta.env.PUBLIC_API_EXTENSIONS !== 'off';
