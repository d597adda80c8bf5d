/**
 * The editor on GitHub (docs/operators/editor.md): saving makes a commit on a branch, and a pull request. Keystatic has its own
 * names for these settings.
 */
import { ConfigError } from '../../server/config/config.ts';

const NEEDED = {
  EDIT_GITHUB_APP: 'PUBLIC_KEYSTATIC_GITHUB_APP_SLUG',
  EDIT_GITHUB_CLIENT_ID: 'KEYSTATIC_GITHUB_CLIENT_ID',
  EDIT_GITHUB_CLIENT_SECRET: 'KEYSTATIC_GITHUB_CLIENT_SECRET',
  EDIT_GITHUB_KEY: 'KEYSTATIC_SECRET',
} as const;

type Given = Readonly<Partial<Record<'EDIT_GITHUB_REPO' | keyof typeof NEEDED, string | undefined>>>;

/**
 * Returns what Keystatic reads from the environment; nothing if files are saved on this computer.
 * @throws ConfigError naming every missing setting
 */
export function githubEnv(given: Given): Readonly<Record<string, string>> {
  const { EDIT_GITHUB_REPO: repo } = given;
  if (!repo) return {};
  const entries = Object.entries(NEEDED).map(([name, theirs]) => {
    const value = Object.entries(given).find(([key]) => key === name)?.[1];
    return { name, theirs, value };
  });
  const missing = entries.flatMap(({ name, value }) => (value ? [] : [name]));
  if (missing.length > 0)
    throw new ConfigError(
      missing
        .map(
          (name) =>
            `${name} is missing. Set it to save to GitHub, or remove EDIT_GITHUB_REPO to save on this computer.`,
        )
        .join('\n'),
    );
  return Object.fromEntries(entries.map(({ theirs, value = '' }) => [theirs, value]));
}
