import { useEffect, useRef } from 'react';
import { MAX_SEARCH } from '../../lib/contract/limits.ts';
import { Field } from './Field.tsx';
import type { ListView, Sorts } from './stores/pages.ts';

/** The search starts this long after the last keystroke, in milliseconds. */
const REST = 300;

interface Props<S extends string> {
  /** "Search rewards" */
  readonly label: string;
  readonly view: ListView<S>;
  readonly sorts: Sorts<S>;
  readonly sortWords: Readonly<Record<S, string>>;
  readonly onChange: (change: Partial<ListView<S>>, how?: 'push' | 'replace') => void;
}

/** Search and sorting. Typing replaces the address; Enter and sorting add a history entry. */
export function Toolbar<S extends string>({ label, view, sorts, sortWords, onChange }: Props<S>) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The back button and the clear button change the search from outside. Text being typed stays.
  useEffect(() => {
    const field = input.current;
    if (field && field.value.trim() !== view.search) field.value = view.search;
  }, [view.search]);

  function search(how: 'push' | 'replace') {
    clearTimeout(timer.current);
    const text = (input.current?.value ?? '').trim().slice(0, MAX_SEARCH);
    if (text !== view.search) onChange({ search: text }, how);
  }

  return (
    <search>
      <form
        className="toolbar bare"
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          search('push');
        }}
      >
        <Field label={label} kind="search">
          {(control) => (
            <input
              {...control}
              ref={input}
              type="search"
              name="game-name"
              placeholder="Search"
              maxLength={MAX_SEARCH}
              defaultValue={view.search}
              onChange={() => {
                clearTimeout(timer.current);
                timer.current = setTimeout(() => search('replace'), REST);
              }}
            />
          )}
        </Field>
        <Field label="Sort by">
          {(control) => (
            <select
              {...control}
              name="sort-by"
              value={view.sort}
              onChange={(event) => {
                const chosen = event.currentTarget.value;
                // The search may not have been sent yet.
                clearTimeout(timer.current);
                onChange({
                  search: input.current?.value.trim() ?? '',
                  sort: sorts.find((sort) => sort === chosen) ?? sorts[0],
                });
              }}
            >
              {sorts.map((sort) => (
                <option key={sort} value={sort}>
                  {sortWords[sort]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </form>
    </search>
  );
}
