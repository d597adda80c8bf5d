/**
 * The files of a worker share the window, React and Testing Library, which take longer to load than most files take. Each file has
 * its own copy of our modules, and what the last one left on the window is taken away.
 */
import elements from 'happy-dom/lib/config/HTMLElementConfig.js';
import { afterAll, afterEach, vi } from 'vitest';
import { BlockedSocket } from './blocked-socket.ts';

// React remembers when it last showed a placeholder, and delays the next part by 300 ms. It gets the real clock, so that another
// file's fake timers can't confuse it.
const now = performance.now.bind(performance);
vi.stubGlobal('performance', { now });
const { cleanup, configure, getConfig, prettyDOM } = await import('@testing-library/react');
vi.unstubAllGlobals();

// happy-dom doesn't know it, and React says so once in a process: in whichever test comes first.
Object.assign(elements, { search: elements.section });

// happy-dom has no animations.
Element.prototype.animate = () =>
  Object.assign(new EventTarget(), { currentTime: 0, pause: () => {}, cancel: () => {} }) as Animation;

// Whatever listens at the API's port of this machine would answer, and its connection would outlive the test.
Object.assign(window, { WebSocket: BlockedSocket });

/** The longest that a test waits for an element. Lazy parts may load slowly on a busy machine. */
const PATIENCE = 30_000;

// Saved before a test replaces the clock's functions, because React's scheduler keeps the real one as well.
const soon = setImmediate;

vi.resetModules();
if (getConfig().asyncUtilTimeout !== PATIENCE) configureLibrary();

function configureLibrary(): void {
  const { asyncWrapper } = getConfig();
  configure({
    asyncUtilTimeout: PATIENCE,
    // Adds the page to the message, but prints it only when the message is read: an awaited element is missing many times before
    // it appears.
    getElementError: (message, container) =>
      Object.defineProperty(new Error(message ?? ''), 'message', {
        get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
      }),
    /**
     * If rendering took React more than 5 ms (a slice of its scheduler), an awaited element is on the page before its effects
     * ran, and an event would find a component without listeners. One more turn of the scheduler runs them.
     */
    asyncWrapper: (wait) =>
      asyncWrapper(async () => {
        const found = await wait();
        await new Promise<void>((resolve) => soon(resolve));
        return found;
      }),
  });
}

/** The stores with their first values. Tests of a file share them, and each must work without the ones before. */
const stores = vi.hoisted(() => new Map<{ set(value: unknown): void }, unknown>());
vi.mock('nanostores', async (original) => {
  const library = await original<typeof import('nanostores')>();
  const atom = (value: unknown) => {
    const $store = library.atom(value);
    stores.set($store, value);
    return $store;
  };
  return { ...library, atom };
});

const address = location.href;
/** Ends what the file's modules listen to: they would answer the events of the next file. */
const undo: (() => void)[] = [];
for (const target of [window, document]) {
  const listen = target.addEventListener;
  target.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    listen.call(target, type, listener, options);
    undo.push(() => target.removeEventListener(type, listener, options));
  };
  undo.push(() => {
    target.addEventListener = listen;
  });
}

/** Runs after a file's own cleanup: no component, fake clock or session is left for the next test. */
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  // Cancels pending calls, as leaving a page does, and lets answers arrive. Otherwise they would reach the next test.
  document.dispatchEvent(new Event('astro:before-swap'));
  await new Promise<void>((resolve) => soon(resolve));
  for (const [$store, value] of stores) $store.set(value);
  localStorage.clear();
  sessionStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
});

afterAll(() => {
  vi.unstubAllGlobals();
  for (const step of undo) step();
  location.href = address;
  document.title = '';
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name);
});
