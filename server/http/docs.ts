import { readdirSync } from 'node:fs';
import type { Hono } from 'hono';
import { html } from 'hono/html';
import type { Call } from '../../src/lib/contract/call.ts';
import type { ApiEnv } from './app-deps.ts';
import { openApiOf } from './openapi.ts';

function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value
  );
}

const contract = new URL('../../src/lib/contract/', import.meta.url);
const files = readdirSync(contract, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .sort()
  .map(async (file): Promise<object> => import(new URL(file, contract).href));

/** All calls of the contract, by name. */
export const calls: Readonly<Record<string, Call>> = Object.fromEntries(
  (await Promise.all(files))
    .flatMap((file) => Object.entries(file))
    .filter((entry): entry is [string, Call] => isCall(entry[1])),
);

const callers: Record<Call['who'], string> = {
  user: 'signed in',
  operator: 'operator',
  guest: 'anyone',
  stranger: 'anyone',
};

/**
 * Serves the API's documentation. `server` is the URL at which browsers find the API, because a caller's Host header can't be
 * trusted.
 */
export function docsRoutes(app: Hono<ApiEnv>, server: string): void {
  // Made on the first request, which takes a tenth of a second, and then kept.
  let document: string | undefined;
  app.get('/openapi.json', (c) => {
    document ??= JSON.stringify(openApiOf(calls, server));
    c.header('Content-Type', 'application/json');
    return c.body(document);
  });

  app.get('/docs', (c) =>
    c.html(
      html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Playtally API</title></head><body>
<h1>Playtally API</h1><p>Generated from the contract. With every schema: <a href="/openapi.json">openapi.json</a>.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who may call</th><th>Source</th></tr></thead><tbody>
${Object.values(calls).map(
  (
    call,
  ) => html`<tr><td>${call.method}</td><td><code>${call.path}</code></td><td>${call.summary}</td><td>${callers[call.who]}</td><td>${call.source}</td></tr>
`,
)}</tbody></table></body></html>`,
    ),
  );
}
