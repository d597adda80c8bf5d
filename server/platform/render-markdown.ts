/**
 * Renders articles' Markdown to HTML outside the event loop and within a time limit, because players can write texts that are
 * slow on purpose.
 */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { escapeHtml } from './article-html.ts';
import { DomainError, fieldError } from './domain-error.ts';

interface Job {
  readonly markdown: string;
  resolve(html: string | null): void;
}

interface RendererOptions {
  /**
   * Milliseconds of the processor's time per text, which is a hundred times as long as the longest text a person wrote takes. By
   * the clock a text may take PATIENCE times as long, because a busy machine says nothing about it.
   */
  readonly limit: number;
  /** How many texts may wait for the thread. Further ones are rejected. */
  readonly waiting: number;
  readonly worker?: URL;
}

const PATIENCE = 10;

/** Returns the HTML, or null if the text can't be rendered in time. Errors: overloaded. */
type Render = (markdown: string) => Promise<string | null>;

/** Creates a renderer with one thread. It starts when it is needed, and is ended if a text takes too long. */
export function createRenderer({
  limit,
  waiting: most,
  worker: source = new URL('./markdown-worker.ts', import.meta.url),
}: RendererOptions): Render {
  const waiting: Job[] = [];
  let worker: Worker | undefined;
  let isReady = false;
  let current: Job | undefined;
  let [check, end]: (NodeJS.Timeout | undefined)[] = [];

  function finish(html: string | null): void {
    clearTimeout(check);
    clearTimeout(end);
    const done = current;
    current = undefined;
    done?.resolve(html);
    next();
  }

  /** Ends the thread. Its current text counts as unrenderable, and the next text gets a new thread. */
  function giveUp(gone: Worker): void {
    if (worker !== gone) return;
    worker = undefined;
    isReady = false;
    void gone.terminate();
    finish(null);
  }

  function start(): void {
    const started = new Worker(source, { resourceLimits: { maxOldGenerationSizeMb: 128 } });
    worker = started;
    // The thread doesn't keep the process running.
    started.unref();
    started.on('message', (message: 'ready' | { html: string | null }) => {
      if (worker !== started) return;
      if (message !== 'ready') return finish(message.html);
      isReady = true;
      if (current) send(started, current);
    });
    started.on('error', () => giveUp(started));
    started.on('exit', () => giveUp(started));
  }

  function send(to: Worker, job: Job): void {
    const before = usageOf(to);
    const look = async () => {
      const used = await usageOf(to, await before);
      if (current !== job) return;
      if (used === undefined || (used.user + used.system) / 1000 >= limit) giveUp(to);
      else check = setTimeout(look, limit);
    };
    check = setTimeout(look, limit);
    end = setTimeout(() => giveUp(to), PATIENCE * limit);
    to.postMessage(job.markdown);
  }

  function next(): void {
    if (current) return;
    current = waiting.shift();
    if (!current) return;
    if (!worker) start();
    else if (isReady) send(worker, current);
  }

  return (markdown) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= most) return reject(new DomainError('overloaded', { retryAfter: 2 }));
      waiting.push({ markdown, resolve });
      next();
    });
}

/** Returns the processor's time that a thread has used, in microseconds. Undefined if it has ended, or before Node 24.6. */
const usageOf = async (worker: Worker, since?: NodeJS.CpuUsage): Promise<NodeJS.CpuUsage | undefined> =>
  Worker.prototype.cpuUsage && worker.cpuUsage(since).catch(() => undefined);

/** Caches results, including failures. So a popular article, or a hostile one, uses the thread only once. */
export function remember(render: Render, most = 200): Render {
  const known = new Map<string, Promise<string | null>>();
  return (markdown) => {
    const key = createHash('sha256').update(markdown).digest('base64');
    const found = known.get(key) ?? render(markdown);
    // Makes it the newest entry.
    known.delete(key);
    known.set(key, found);
    found.catch(() => known.delete(key));
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return found;
  };
}

const LIMITS = { limit: 1_000, waiting: 32 };
/** Two renderers, so that writers' slow texts don't block readers. */
const forWriters = remember(createRenderer(LIMITS));
const forReaders = remember(createRenderer(LIMITS));

/** Returns the preview that a writer sees before submitting. Errors: the field `body` if the text can't be shown. */
export async function previewArticle(markdown: string): Promise<string> {
  const html = await forWriters(markdown);
  if (html === null)
    throw fieldError(
      'body',
      'We can’t show this text: its lists, quotes or emphasis are nested too deeply. Make them simpler and try again.',
    );
  return html;
}

/**
 * Returns the HTML of an accepted article. The caller sanitises it first (src/islands/shared/stores/sanitise.ts). A text that
 * can't be rendered any more is shown as plain text.
 */
export async function renderArticle(markdown: string): Promise<string> {
  return (await forReaders(markdown)) ?? `<p>${escapeHtml(markdown).replaceAll('\n', '<br>')}</p>`;
}
