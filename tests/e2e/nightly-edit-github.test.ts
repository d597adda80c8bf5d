/** The editor on GitHub, which a stand-in plays: signing in, and where a change is saved. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect as expectSoon, type FrameLocator, type Page, test } from '@playwright/test';
import { type EditServer, startEditServer } from '../support/edit-server.ts';
import { type GitHub, onGitHub, REPO, startGitHub } from '../support/github.ts';

// The editor's scripts are many, and prepared when they are first requested.
test.describe.configure({ mode: 'serial' });
const expect = expectSoon.configure({ timeout: 60_000 });

const HELP = 'src/content/pages/help.md';

let server: EditServer;
let github: GitHub;
let page: Page;
let editor: FrameLocator;
let before = '';
test.beforeAll(async ({ browser }) => {
  server = await startEditServer(onGitHub);
  github = startGitHub(join(server.root, '.cache/github.git'), server.root);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await github.answerBrowser(context);
  page = await context.newPage();
  editor = page.frameLocator('#editor');
  before = github.git('show', `main:${HELP}`);
});
test.afterAll(() => server.stop());

const heading = () => editor.getByRole('textbox', { name: 'Heading', exact: true });
const onBranch = (branch: string) => github.git('show', `${branch}:${HELP}`);
const changed = (text: string) => before.replace(/^heading: .*$/m, `heading: ${text}`);

test('an editor signs in with GitHub', async () => {
  await page.goto(new URL('/keystatic', server.url).href);
  await page.getByRole('button', { name: 'Log in with GitHub' }).click();
  await page.getByRole('link', { name: 'Authorize' }).click();
  await expect(page.getByRole('link', { name: 'Reward pages' }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/keystatic\/branch\/main$/);
});

test('a change of a protected branch becomes a commit on a branch of its own', async () => {
  await page.goto(`${server.url}#/keystatic/branch/main/singleton/help`);
  await heading().fill('Help for players');
  await expect(page.frameLocator('#preview').getByRole('heading', { level: 1 })).toHaveText(
    'Help for players',
  );
  await editor.getByRole('button', { name: 'Save' }).click();
  const dialog = editor.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Branch name' }).fill('help-heading');
  await dialog.getByRole('button', { name: 'Create branch and save' }).click();
  await expect
    .poll(() => github.git('log', '-1', '--format=%s', '--all'))
    .toBe('Update src/content/pages/help');
  expect(onBranch('content/help-heading')).toBe(changed('Help for players'));
  expect(onBranch('main')).toBe(before);
  // What is saved next goes there too.
  await expect(page).toHaveURL(/#\/keystatic\/branch\/content%2Fhelp-heading\/singleton\/help$/);
  // The project's own files aren't changed.
  expect(readFileSync(join(server.root, HELP), 'utf8').trim()).toBe(before);
});

test('the branch’s own page leads to a pull request', async () => {
  await page.goto(new URL('/keystatic/branch/content%2Fhelp-heading', server.url).href);
  await expect(page.getByRole('button', { name: 'Create pull request' })).toHaveAttribute(
    'href',
    `https://github.com/${REPO}/pull/new/content/help-heading`,
  );
});

test('a change of an unprotected branch is saved there immediately', async () => {
  github.isProtected = false;
  await page.goto(`${server.url}#/keystatic/branch/main/singleton/help`);
  await heading().fill('Help and answers');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => onBranch('main')).toBe(changed('Help and answers'));
});
