/** Articles' Markdown as HTML, made outside the event loop and within a time limit: what players write may be made to be slow. */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { escapeHtml } from './article-html.ts';
import { DomainError, fieldError } from './domain-error.ts';

interface Job {
  readonly markdown: string;
  resolve(html: string | null): void;
}

interface RendererOptions {
  /** Milliseconds for one text, once the thread has begun with it: a hundred times what the longest takes that a person wrote. */
  readonly limit: number;
  /** Texts that wait for the thread; one more is refused. */
  readonly waiting: number;
  readonly worker?: URL;
}

/** Answers HTML, or null for what can't be rendered in time. Errors: overloaded. */
type Render = (markdown: string) => Promise<string | null>;

/** One thread, started when it is first needed and ended where a text takes too long. */
export function createRenderer({
  limit,
  waiting: most,
  worker: source = new URL('./markdown-worker.ts', import.meta.url),
}: RendererOptions): Render {
  const waiting: Job[] = [];
  let worker: Worker | undefined;
  let isReady = false;
  let current: Job | undefined;
  let timer: NodeJS.Timeout | undefined;

  function finish(html: string | null): void {
    clearTimeout(timer);
    const done = current;
    current = undefined;
    done?.resolve(html);
    next();
  }

  /** Whatever became of the thread: what it was at can't be rendered, and the next text gets a new one. */
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
    // It keeps no process from ending.
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

  function send(to: Worker, { markdown }: Job): void {
    timer = setTimeout(() => giveUp(to), limit);
    to.postMessage(markdown);
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

/** Keeps what was rendered, also that something couldn't be: a popular article, or a hostile one, takes the thread once. */
export function remember(render: Render, most = 200): Render {
  const known = new Map<string, Promise<string | null>>();
  return (markdown) => {
    const key = createHash('sha256').update(markdown).digest('base64');
    const found = known.get(key) ?? render(markdown);
    // Again the newest.
    known.delete(key);
    known.set(key, found);
    found.catch(() => known.delete(key));
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return found;
  };
}

const LIMITS = { limit: 1_000, waiting: 32 };
/** Separate, so that slow texts don't block readers. */
const forWriters = remember(createRenderer(LIMITS));
const forReaders = remember(createRenderer(LIMITS));

/** What its writer sees before it is handed in. Errors: the field `body`, for what can't be shown. */
export async function previewArticle(markdown: string): Promise<string> {
  const html = await forWriters(markdown);
  if (html === null)
    throw fieldError(
      'body',
      'We can’t show this text: its lists, quotes or emphasis are nested too deeply. Make them simpler and try again.',
    );
  return html;
}

/** HTML of what was taken once; the caller sanitises it first (src/islands/shared/stores/sanitise.ts). What can't be rendered any more is shown as it was written. */
export async function renderArticle(markdown: string): Promise<string> {
  return (await forReaders(markdown)) ?? `<p>${escapeHtml(markdown).replaceAll('\n', '<br>')}</p>`;
}
