/**
 * Puts the peers of ./peer.tsx next to the pages that they mirror: with the same frame and styles, in the same folder, on the
 * same server.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Element, Window } from 'happy-dom';
import { build } from 'vite';

export interface AppPage {
  /** Its address, and the built file that its frame comes from. */
  readonly path: string;
  readonly file: string;
  readonly screen: 'Games' | 'Reward' | 'Dashboard' | 'Orders';
  /** What both show once the answers have arrived. */
  readonly content: string;
}

export const peerOf = ({ path }: AppPage) => `/peer${path}`;

/** @param folder a writable copy of the built site */
export async function writePeers(folder: string, pages: readonly AppPage[], apiUrl: string): Promise<void> {
  const env = process.env.NODE_ENV;
  await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    define: { API: JSON.stringify(apiUrl), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(folder, 'peer'),
      rolldownOptions: {
        input: join(import.meta.dirname, 'peer.tsx'),
        output: { entryFileNames: 'peer.js', codeSplitting: false },
      },
    },
  });
  // The builder sets it for its own process, and programs that it starts would inherit it.
  process.env.NODE_ENV = env ?? '';
  for (const page of pages) {
    const target = join(folder, `${peerOf(page)}.html`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, peerPage(readFileSync(join(folder, page.file), 'utf8'), page.screen));
  }
}

/** Returns the page with the peer's islands and scripts instead of its own. */
function peerPage(html: string, screen: string): string {
  const { document } = new Window();
  document.write(html);
  const remove = (selector: string) => {
    for (const element of document.querySelectorAll(selector)) element.remove();
  };
  remove('script, astro-island, noscript, meta[http-equiv], link[rel="modulepreload"]');
  const root = document.createElement('div');
  root.id = 'root';
  root.dataset.screen = screen;
  document.querySelector('.page-body')?.prepend(root);
  const script: Element = document.createElement('script');
  script.setAttribute('type', 'module');
  script.setAttribute('src', '/peer/peer.js');
  document.head.append(script);
  return `<!doctype html>${document.documentElement.outerHTML}`;
}
