/** The editor's settings for GitHub; GitHub itself takes no part. */
import { expect, test } from 'vitest';
import { githubEnv } from '../../../scripts/edit/github.ts';
import { storageFor } from '../../../scripts/edit/storage.ts';
import { readSettings } from '../../../server/config/config.ts';

const all = {
  EDIT_GITHUB_REPO: 'playtally/site',
  EDIT_GITHUB_APP: 'playtally-editor',
  EDIT_GITHUB_CLIENT_ID: 'Iv1.abc',
  EDIT_GITHUB_CLIENT_SECRET: 'secret',
  EDIT_GITHUB_KEY: 'k'.repeat(40),
};

test('without a repository the files on this computer are saved', () => {
  expect(githubEnv(readSettings({}))).toEqual({});
  expect(storageFor(undefined)).toEqual({ kind: 'local' });
});

test('with a repository Keystatic gets all the settings that it needs', () => {
  expect(githubEnv(readSettings(all))).toEqual({
    PUBLIC_KEYSTATIC_GITHUB_APP_SLUG: 'playtally-editor',
    KEYSTATIC_GITHUB_CLIENT_ID: 'Iv1.abc',
    KEYSTATIC_GITHUB_CLIENT_SECRET: 'secret',
    KEYSTATIC_SECRET: 'k'.repeat(40),
  });
  expect(storageFor(all.EDIT_GITHUB_REPO)).toEqual({
    kind: 'github',
    repo: { owner: 'playtally', name: 'site' },
    branchPrefix: 'content/',
  });
});

test.each(Object.keys(all).filter((name) => name !== 'EDIT_GITHUB_REPO'))(
  'a missing %s is reported',
  (name) => {
    expect(() => githubEnv(readSettings({ ...all, [name]: undefined }))).toThrow(
      `${name} is missing. Set it to save to GitHub, or remove EDIT_GITHUB_REPO to save on this computer.`,
    );
  },
);

test.each([
  ['EDIT_GITHUB_REPO', 'playtally', 'must be a repository of GitHub, like owner/name'],
  ['EDIT_GITHUB_KEY', 'short', 'must be at least 32 characters'],
])('a wrong %s is reported', (name, value, words) => {
  expect(() => readSettings({ ...all, [name]: value })).toThrow(`${name} ${words}`);
});
