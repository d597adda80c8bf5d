/** Changes that restart the API of `npm run dev`: its code, and the catalogue, which it reads without importing it. */
export const WATCHED = ['server', 'src/lib', 'src/content/catalogue', 'src/content/site.json'];

/** The arguments for Node. */
export const watching = [
  ...WATCHED.map((path) => `--watch-path=${path}`),
  '--watch-preserve-output',
  'server/main.ts',
];
