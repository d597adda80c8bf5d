import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Before a test replaces the clock's functions: React's scheduler keeps the real one as well.
const soon = setImmediate;
const { asyncWrapper } = getConfig();

configure({
  // How long a test waits at most for what it looks for. Parts that load later come at their own pace, on a busy machine slowly.
  asyncUtilTimeout: 8_000,
  // With the page below, which is printed where somebody reads it: what is waited for is missing many times before it is there.
  getElementError: (message, container) =>
    Object.defineProperty(new Error(message ?? ''), 'message', {
      get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
    }),
  /**
   * What was waited for is on the page before the effects of its rendering ran, where that took React over 5 ms (a slice of its
   * scheduler): an event would then find a component that follows nothing yet. One more turn of the scheduler runs them.
   */
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const found = await wait();
      await new Promise<void>((resolve) => soon(resolve));
      return found;
    }),
});

/** After what a file does at the end of its tests: no part, no fake clock and no session is left for the next one. */
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
});
