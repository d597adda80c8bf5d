import { useEffect, useRef, useState } from 'react';
import { changeAddress } from '../../shared/use-address.ts';
import type { Leading } from './Link.tsx';

interface Props {
  /** Where Escape leads from one item. Null on a list. */
  readonly back: Leading | null;
}

const OFF = 'operator-keys';

/**
 * The keys of all lists and items: / to find, J and K or the arrows from row to row, Enter opens a row as it does any link, Escape
 * leads back, N leads to the next item of a queue after an act. The line in the sidebar names them and turns them off, because
 * single keys get in the way of speech control.
 */
export function Keys({ back }: Props) {
  /** The screen that Escape has just left, so that J and K go on from its row. */
  const left = useRef<string | null>(null);
  const [off, setOff] = useState(() => localStorage.getItem(OFF) !== null);
  useEffect(() => {
    if (off) return;
    const press = (event: KeyboardEvent) => {
      const from = location.pathname;
      const done = answer(event, back, left.current);
      if (!done) return;
      event.preventDefault();
      left.current = event.key === 'Escape' ? from : null;
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [off, back]);
  function turn() {
    if (off) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, '');
    setOff(!off);
  }
  return (
    <div className="keys">
      {!off && (
        <ul className="plain">
          <li>
            <kbd>/</kbd> find
          </li>
          <li>
            <kbd>J</kbd> <kbd>K</kbd> next, previous
          </li>
          <li>
            <kbd>Enter</kbd> open it
          </li>
          <li>
            <kbd>Esc</kbd> back to the list
          </li>
          <li>
            <kbd>N</kbd> next waiting
          </li>
        </ul>
      )}
      <button type="button" onClick={turn}>
        Turn {off ? 'on' : 'off'} these keys
      </button>
    </div>
  );
}

/** Does what a key is for. Returns whether it was for anything. `left`: the screen that was left for this one. */
function answer(event: KeyboardEvent, back: Leading | null, left: string | null): boolean {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || event.defaultPrevented || !(target instanceof HTMLElement))
    return false;
  // These close on Escape themselves.
  if (document.querySelector('dialog[open], [popover]:popover-open')) return false;
  const main = document.querySelector('.admin > main');
  if (target.matches('input, select, textarea')) {
    if (key === 'Escape') target.blur();
    return false;
  }
  switch (key) {
    case '/': {
      const field = main?.querySelector<HTMLElement>('.toolbar :is(input, select)');
      field?.focus();
      return field !== null;
    }
    case 'j':
      return step(main, target, left, 1);
    case 'k':
      return step(main, target, left, -1);
    case 'ArrowDown':
      return target.closest('.admin-table') !== null && step(main, target, left, 1);
    case 'ArrowUp':
      return target.closest('.admin-table') !== null && step(main, target, left, -1);
    case 'n': {
      const next = main?.querySelector<HTMLElement>('.act-message a');
      next?.click();
      return next !== null && next !== undefined;
    }
    case 'Escape':
      if (back === null || isTyped(main)) return false;
      changeAddress(back.to, 'push', back.kept);
      return true;
    default:
      return false;
  }
}

/** Moves the focus to another row, or to the one that was opened last. */
function step(main: Element | null, target: HTMLElement, left: string | null, by: 1 | -1): boolean {
  const rows = [...(main?.querySelectorAll('.admin-table tbody tr') ?? [])];
  const at = rows.findIndex((row) => row.contains(target));
  const known = rows.findIndex((row) => row.querySelector(`.row-link[href="${left}"]`));
  const row = at >= 0 ? rows[at + by] : (rows[known] ?? rows[0]);
  const control =
    row?.querySelector<HTMLElement>('.row-link') ??
    row?.querySelector<HTMLElement>('button') ??
    row?.querySelector<HTMLElement>('a, summary');
  control?.focus();
  return control !== undefined && control !== null;
}

/** Whether the screen has text that leaving would lose. */
const isTyped = (main: Element | null): boolean =>
  [
    ...(main?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('.form :is(input, textarea)') ?? []),
  ].some(({ value, defaultValue }) => value !== defaultValue);
