/** How an island hydrates: with what the build wrote, and without an error report if its page is left first. */
import { waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import wake from '../../../src/islands/shared/hydrate.ts';

const reported = vi.fn();
vi.stubGlobal('reportError', reported);
afterEach(() => {
  reported.mockClear();
  document.body.replaceChildren();
});

function Greeting() {
  const [isAwake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  return <p>{isAwake ? 'awake' : 'asleep'}</p>;
}

function island(html: string): HTMLElement {
  const element = document.createElement('astro-island');
  element.setAttribute('ssr', '');
  element.innerHTML = html;
  document.body.append(element);
  return element;
}
const leave = (element: HTMLElement) => element.dispatchEvent(new CustomEvent('astro:unmount'));

test('an island hydrates with its slots unchanged, and unmounts with its page', async () => {
  const Around = ({ children, known }: { children?: React.ReactNode; known?: React.ReactNode }) => (
    <div>
      <Greeting />
      {children}
      {known}
    </div>
  );
  const element = island(
    '<div><p>asleep</p><astro-slot><b>inside</b></astro-slot><astro-slot name="known"><i>known</i></astro-slot></div>',
  );
  const before = element.querySelector('b');
  wake(element)(Around, {}, { default: '<b>inside</b>', known: '<i>known</i>' });
  await waitFor(() => expect(element.textContent).toBe('awakeinsideknown'));
  expect(element.querySelector('b')).toBe(before);
  leave(element);
  await waitFor(() => expect(element.textContent).toBe(''));
  expect(reported).not.toHaveBeenCalled();
});

test('React reports HTML that differs from the build’s, but not an island that was left before it started', async () => {
  const left = island(renderToString(<Greeting />));
  wake(left)(Greeting, {}, {});
  leave(left);
  await waitFor(() => expect(left.textContent).toBe(''));
  expect(reported).not.toHaveBeenCalled();

  const other = island('<p>something else</p>');
  wake(other)(Greeting, {}, {});
  await waitFor(() => expect(other.textContent).toBe('awake'));
  expect(reported).toHaveBeenCalledOnce();
});
