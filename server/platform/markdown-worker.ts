/** A thread of its own for Markdown: a text that takes for ever, or overflows the stack, stops nothing else (render-article.ts). */
import { parentPort } from 'node:worker_threads';
import { articleHtml } from './article-html.ts';

/** A text of 20,000 characters may become ten times as long; one that becomes more is nothing that a person wrote. */
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
