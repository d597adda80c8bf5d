/**
 * `node tests/support/marketer-sketches.ts` redraws the sketches of docs/marketers, which show where to press in other programs.
 * It needs the tests' browser (`node scripts/setup.mjs --browser`).
 */
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { browserPath } from '../../scripts/browser.ts';

const ROOT = join(import.meta.dirname, '../..');
const TO = join(ROOT, 'docs/marketers/pictures');

const STYLE = `
  * { box-sizing: border-box; margin: 0; }
  body { padding: 24px; background: #fff; color: #24292f; font: 16px/1.5 'Liberation Sans', Arial, sans-serif; }
  .window { border: 1px solid #8c959f; border-radius: 10px; overflow: hidden; }
  .title { padding: 6px 16px; background: #eaeef2; text-align: center; }
  .bar { display: flex; border-bottom: 1px solid #d0d7de; background: #24292f; color: #fff; }
  .bar div { flex: 1; padding: 10px 18px; border-right: 1px solid #57606a; }
  .bar small { display: block; color: #afb8c1; font-size: 13px; }
  .muted { color: #57606a; }
  .columns { display: grid; grid-template-columns: 330px 1fr; }
  .left { padding: 14px; border-right: 1px solid #d0d7de; }
  .right { padding: 14px 18px; font: 14px/1.7 'Liberation Mono', monospace; }
  .box { padding: 7px 10px; border: 1px solid #8c959f; border-radius: 6px; margin-top: 10px; }
  .button { padding: 8px 12px; border-radius: 6px; margin-top: 10px; background: #0969da; color: #fff; text-align: center; }
  .page .button { display: table; }
  .green { background: #1f883d; }
  .page { padding: 18px 22px; }
  .split { display: grid; grid-template-columns: 330px 1fr; }
  .menu { padding: 10px 18px; background: #f6f8fa; border-right: 1px solid #d0d7de; }
  .menu div { padding: 6px 0; }
  .left .menu { margin-top: 10px; border: 1px solid #8c959f; border-radius: 6px; }
  .key { padding: 8px 14px; background: #24292f; color: #fff; border-radius: 6px; }
  .out { color: #cf222e; background: #ffebe9; } .in { color: #116329; background: #dafbe1; }
  .terminal { padding: 18px; background: #1b1f24; color: #e6edf3; font: 17px/1.7 'Liberation Mono', monospace; min-height: 190px; }
  .typed { color: #7ee787; }
  i { display: inline-block; width: 26px; height: 26px; margin-left: 8px; border-radius: 50%; background: #bf3989; color: #fff;
    font: bold 15px/26px 'Liberation Sans', Arial, sans-serif; text-align: center; }
`;

const bar = (branch: string, action: string) => `<div class="bar">
  <div><small>Current repository</small>playtally</div>
  <div><small>Current branch</small>${branch}</div>
  <div><small>&nbsp;</small>${action}</div>
</div>`;

const desktop = (content: string) =>
  `<div class="window"><div class="title">GitHub Desktop</div>${content}</div>`;
const web = (content: string) =>
  `<div class="window"><div class="title">Your browser</div><div class="page">${content}</div></div>`;
/** An open menu of GitHub Desktop. */
const menu = (name: string, ...items: string[]) =>
  `<div class="menu"><b>${name}</b>${items.map((item) => `<div>${item}</div>`).join('')}</div>`;

/** By file name. The numbers are the steps in the text. */
const sketches: Readonly<Record<string, string>> = {
  node: web(`<h2>Get Node.js®</h2>
      <p>Or get a prebuilt Node.js® for <b>Windows</b> or <b>macOS</b></p>
      <div class="button green">Windows Installer (.msi) <i>1</i></div>
      <div class="button green">macOS Installer (.pkg) <i>1</i></div>`),
  desktop: web(`<h2>GitHub Desktop</h2>
      <div class="button">Download for Windows <i>2</i></div>
      <div class="button">Download for macOS <i>2</i></div>`),
  'sign-in': desktop(`<div class="page"><h2>Welcome to GitHub Desktop</h2>
      <div class="button">Sign in to GitHub.com <i>3</i></div></div>`),
  clone: desktop(`<div class="split">${menu('File', 'Clone repository… <i>4</i>')}
      <div class="page"><b>Clone a repository</b>
        <div class="box">your-team/playtally <i>4</i></div>
        <div class="box muted">Local path</div>
        <div class="button">Clone <i>4</i></div></div></div>`),
  'open-terminal':
    desktop(`<div class="split">${menu('Repository', 'Open in Terminal <i>5</i>', '<span class="muted">Windows: Open in Command Prompt</span>')}
      <div class="page muted">The copy of the texts is on your computer.</div></div>`),
  terminal: `<div class="window"><div class="title">Terminal</div><div class="terminal">
      you@computer playtally % <span class="typed">npm run edit</span> <i>6</i><br />
      Installing packages (once, and again when the lock file changes)<br />
      Edit the content: http://localhost:4322/edit <i>7</i><br />
      Press Ctrl-C to stop. What you save is in src/content.</div></div>`,
  pull: desktop(`${bar('main', 'Fetch origin <i>1</i>')}
    <div class="page muted">After a moment the same button may say: <span class="key">Pull origin <i>1</i></span></div>`),
  changes: desktop(`${bar('main', 'Fetch origin')}
    <div class="columns"><div class="left">
        <b>2 changed files</b>
        <div class="box">☑ src/content/pages/help.md</div>
        <div class="box">☑ src/content/pages/about-us.md</div>
        <div class="menu"><div>Discard changes… <i>1</i></div></div>
      </div><div class="right">
        <div class="out">− heading: About us</div><div class="in">+ heading: Abut us</div>
      </div></div>`),
  branch: desktop(`${bar('main <i>2</i>', 'Fetch origin')}
    <div class="columns"><div class="left"></div><div class="page">
        <div class="button">New branch <i>2</i></div>
        <div class="box">Name: help-heading <i>2</i></div>
        <div class="button">Create branch <i>2</i></div>
      </div></div>`),
  review: desktop(`${bar('help-heading', 'Publish branch')}
    <div class="columns"><div class="left">
        <b>1 changed file</b>
        <div class="box">☑ src/content/pages/help.md</div>
        <div class="box" style="margin-top: 70px">Say who answers questions <i>3</i></div>
        <div class="button">Commit to help-heading <i>3</i></div>
      </div><div class="right">
        <div class="out">− heading: Help</div><div class="in">+ heading: Help for players</div>
      </div></div>`),
  publish: desktop(`${bar('help-heading', 'Publish branch <i>4</i>')}
    <div class="page"><b>No local changes</b>
      <div class="button">Preview Pull Request <i>4</i></div>
      <div class="button green">Create Pull Request <i>4</i></div></div>`),
  request: web(`<h2>Open a pull request</h2>
      <div class="box">Say who answers questions</div>
      <div class="button green">Create pull request <i>5</i></div>`),
  checks: web(`<h2>Say who answers questions</h2>
      <div class="box">✗ Some checks were not successful</div>
      <div class="box">✗ Test / test <b>Details</b> <i>6</i></div>
      <div class="right">src/content/pages/help.md: title has 72 characters; it must have 15 to 60.</div>`),
  merged: desktop(bar('main <i>1</i>', 'Pull origin <i>1</i>')),
  resize: `<div class="window"><div class="title">Preview, on a Mac</div><div class="split">
      ${menu('Tools', 'Adjust Size… <i>1</i>')}
      <div class="page"><div class="box">Width: 1200 pixels <i>1</i></div></div></div>
    <div class="title">Photos, on Windows</div><div class="split">
      ${menu('⋯', 'Resize image <i>1</i>')}
      <div class="page"><div class="box">Width (pixels): 1200 <i>1</i></div></div></div></div>`,
};

const browser = await chromium.launch({
  executablePath: browserPath(ROOT),
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1000, height: 100 } });
for (const [name, html] of Object.entries(sketches)) {
  await page.setContent(`<!doctype html><style>${STYLE}</style>${html}`);
  await sharp(await page.screenshot({ fullPage: true }))
    .png({ palette: true, colours: 64, effort: 10 })
    .toFile(join(TO, `${name}.png`));
  console.log(`docs/marketers/pictures/${name}.png`);
}
await browser.close();
