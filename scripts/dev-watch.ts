/** What the API of `npm run dev` is restarted for: its code, and the catalogue, which it reads and doesn't import. */
export const WATCHED = ['server', 'src/lib', 'src/content/catalogue', 'src/content/site.json'];

/** Node's arguments for it. */
export const watching = [
  ...WATCHED.map((path) => `--watch-path=${path}`),
  '--watch-preserve-output',
  'server/main.ts',
];
