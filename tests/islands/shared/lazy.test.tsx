import { setImmediate as turn } from 'node:timers/promises';
import { render, screen } from '@testing-library/react';
import { startTransition, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { test, vi } from 'vitest';
import { lazy } from '../../../src/islands/shared/lazy.tsx';

const Part = ({ name }: { readonly name: string }) => <p>Part of {name}</p>;
const Waiting = ({ name }: { readonly name: string }) => <p>Waiting for {name}</p>;

test('a part replaces its fallback as soon as it is loaded, and needs no fallback the next time', async () => {
  // Time stands still: whatever waits for some of it would never appear.
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date', 'performance'] });
  try {
    const asked = Promise.withResolvers<typeof Part>();
    const Lazy = lazy(() => asked.promise, Waiting);
    const { unmount } = render(<Lazy name="one" />);
    screen.getByText('Waiting for one');
    asked.resolve(Part);
    for (let turns = 0; turns < 50 && !screen.queryByText('Part of one'); turns++) await turn();
    screen.getByText('Part of one');
    unmount();
    render(<Lazy name="two" />);
    screen.getByText('Part of two');
  } finally {
    vi.useRealTimers();
  }
});

test('a part that can’t be loaded says so', async () => {
  const Lazy = lazy<{ name: string }>(() => Promise.reject(new Error('no network')));
  render(<Lazy name="one" />);
  await screen.findByText('We couldn’t load this part.');
});

test('a part that loads between its render and its effect is shown', async () => {
  const asked = Promise.withResolvers<typeof Part>();
  const Lazy = lazy(() => asked.promise);
  // The first one begins to load it.
  render(<Lazy name="one" />);
  function Beside() {
    useLayoutEffect(() => asked.resolve(Part), []);
    return <Lazy name="two" />;
  }
  // Only a transition has its effects run later than the load ends.
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  startTransition(() => root.render(<Beside />));
  await screen.findByText('Part of two');
  root.unmount();
});
