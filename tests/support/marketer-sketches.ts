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
  .bar small, .muted { display: block; color: #afb8c1; font-size: 13px; }
  .columns { display: grid; grid-template-columns: 330px 1fr; }
  .left { padding: 14px; border-right: 1px solid #d0d7de; }
  .right { padding: 14px 18px; font: 14px/1.7 'Liberation Mono', monospace; }
  .box { padding: 7px 10px; border: 1px solid #8c959f; border-radius: 6px; margin-top: 10px; }
  .button { padding: 8px 12px; border-radius: 6px; margin-top: 10px; background: #0969da; color: #fff; text-align: center; }
  .green { display: inline-block; background: #1f883d; }
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

/** By file name. The numbers are the steps in the text. */
const sketches: Readonly<Record<string, string>> = {
  clone: `<div class="window"><div class="title">GitHub Desktop</div>
    <div class="bar" style="background: #f6f8fa; color: inherit">
      <div style="flex: none">File<div class="box" style="border: 0">Clone repository… <i>3</i></div></div>
      <div style="flex: none">Repository<div class="box" style="border: 0">Open in Terminal <i>4</i></div></div>
    </div>
    ${bar('main', 'Fetch origin')}</div>`,
  terminal: `<div class="window"><div class="title">Terminal</div><div class="terminal">
      you@computer playtally % <span class="typed">npm run edit</span> <i>4</i><br />
      Edit the content: http://localhost:4322/edit <i>5</i><br />
      Press Ctrl-C to stop. What you save is in src/content.</div></div>`,
  review: `<div class="window"><div class="title">GitHub Desktop</div>
    ${bar('main <i>2</i>', 'Publish branch <i>4</i>')}
    <div class="columns"><div class="left">
        <b>1 changed file</b> <i>1</i>
        <div class="box">☑ src/content/pages/help.md</div>
        <div class="box" style="margin-top: 70px">Say who answers questions <i>3</i></div>
        <div class="button">Commit to help-heading <i>3</i></div>
      </div><div class="right">
        <div class="out">− heading: Help</div><div class="in">+ heading: Help for players</div>
      </div></div></div>`,
  request: `<div class="window"><div class="title">GitHub, in your browser</div><div class="left" style="border: 0; padding: 22px">
      <h2>Open a pull request</h2>
      <div class="box">Say who answers questions</div>
      <div class="button green">Create pull request <i>4</i></div>
      <div class="box" style="margin-top: 30px">✗ Some checks were not successful: <b>Details</b> <i>5</i></div>
      <div class="right" style="padding-left: 10px">src/content/pages/help.md: title has 72 characters; it must have 15 to 60.</div>
    </div></div>`,
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
