/**
 * The thread that renders Markdown. A text that never finishes, or overflows the stack, blocks nothing else (render-markdown.ts).
 */
import { parentPort } from 'node:worker_threads';
import { articleHtml } from './article-html.ts';

/** A text of 20,000 characters may become ten times as long. No person writes one that becomes longer. */
const MOST_HTML = 500_000;

function htmlOf(markdown: string): string | null {
  try {
    const html = articleHtml(markdown);
    return html.length > MOST_HTML ? null : html;
  } catch {
    return null;
  }
}

parentPort?.on('message', (markdown: string) => parentPort?.postMessage({ html: htmlOf(markdown) }));
parentPort?.postMessage('ready');
