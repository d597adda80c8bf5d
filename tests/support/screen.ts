/** Short helpers for using and reading a screen. `root` is a part of it, from `within`. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';

type Root = Pick<typeof screen, 'getByRole' | 'findByRole' | 'getByLabelText'>;
type Name = string | RegExp;

export const visit = (address: string) => history.replaceState(null, '', address);

/** Gives the browser's `navigator` a part until the test ends. Files share it. */
export function equip(part: string, value: unknown): void {
  Object.defineProperty(navigator, part, { value, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, part));
}

export const button = (name: Name, root: Root = screen) => root.getByRole('button', { name });
export const findButton = (name: Name, root: Root = screen) => root.findByRole('button', { name });
/** Presses an existing button. */
export const press = (name: Name, root?: Root) => fireEvent.click(button(name, root));
/** Presses a button once it appears. */
export const pressFound = async (name: Name, root?: Root) => fireEvent.click(await findButton(name, root));
/** Presses like a keyboard: the pressed element has the focus. */
export function pressByKeyboard(what: Name | HTMLElement): void {
  const element = what instanceof HTMLElement ? what : button(what);
  element.focus();
  fireEvent.click(element);
}
/** Ends the running round, and confirms the question. */
export function endRound(): void {
  press('End round');
  press('End round');
}
/** A disabled button stays reachable for its explanation. */
export const isOff = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true';

export const field = (label: Name, root: Root = screen) => root.getByLabelText<HTMLInputElement>(label);
export const type = (label: Name, value: string, root?: Root) =>
  fireEvent.change(field(label, root), { target: { value } });
/** A control's description: its hint and its error. */
export function saidOf(label: Name): string {
  const ids = (field(label).getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

/** Where a link leads. */
export const linkTo = (name: Name, root: Root = screen) =>
  root.getByRole('link', { name }).getAttribute('href');
export const findLinkTo = async (name: Name, root: Root = screen) =>
  (await root.findByRole('link', { name })).getAttribute('href');

/** Waits until what follows the frame of a change is drawn too (islands/arcade/use-late.ts). */
export const lateDrawn = () =>
  act(async () => {
    for (let frame = 0; frame < 13; frame++) await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => setTimeout(done));
  });

export const textsOf = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);

/** Waits until the focus is there. */
export const focusOn = (find: () => Element | null) =>
  waitFor(() => expect(document.activeElement === find(), document.activeElement?.outerHTML).toBe(true));
/** Waits until the focus is at a heading. */
export async function focusOnHeading(name: Name): Promise<void> {
  const heading = await screen.findByRole('heading', { name });
  await focusOn(() => heading);
}
