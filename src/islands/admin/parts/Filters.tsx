import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '../../shared/Button.tsx';
import { Field } from '../../shared/Field.tsx';
import { type Filter, isNarrowed, opened, type Values } from './filters.ts';

interface Props {
  readonly filters: readonly Filter[];
  readonly values: Values;
  /** What the server says is wrong with a filter, by its name. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (values: Values) => void;
}

/** The filters of a list. Choices apply immediately, text applies on Enter. */
export function Filters({ filters, values, errors, onChange }: Props) {
  const form = useRef<HTMLFormElement>(null);
  // A line holds three. The others open, and are open while one of them is set.
  const more = filters.slice(3);
  const hasText = filters.some(({ kind }) => kind !== 'choice');
  // The back button changes the filters from outside. Text being typed stays.
  useEffect(() => {
    for (const { name, kind } of filters) {
      const control = form.current?.elements.namedItem(name);
      if (kind !== 'choice' && control instanceof HTMLInputElement) control.value = values[name] ?? '';
    }
  }, [filters, values]);

  function read(): Values {
    const data = new FormData(form.current ?? undefined);
    return Object.fromEntries(filters.map(({ name }) => [name, String(data.get(name) ?? '').trim()]));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    onChange(opened(read(), values, filters));
  }
  return (
    <search>
      <form className="toolbar" method="dialog" ref={form} onSubmit={submit}>
        {filters.slice(0, 3).map(fieldOf)}
        {hasText && (
          <Button type="submit" quiet small>
            Find
          </Button>
        )}
        {more.length > 0 && (
          <details open={isNarrowed(values, more) || undefined}>
            <summary>More filters</summary>
            <div className="toolbar">{more.map(fieldOf)}</div>
          </details>
        )}
      </form>
    </search>
  );

  function fieldOf(filter: Filter) {
    return (
      <Field
        key={filter.name}
        label={filter.label}
        error={errors[filter.name]}
        {...(filter.kind === 'text' && { kind: 'search' })}
      >
        {(control) =>
          filter.kind === 'choice' ? (
            <select
              {...control}
              name={filter.name}
              value={values[filter.name]}
              onChange={(event) => onChange({ ...read(), [filter.name]: event.currentTarget.value })}
            >
              {filter.choices.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          ) : (
            <input
              {...control}
              type={filter.kind === 'day' ? 'date' : 'search'}
              name={filter.name}
              defaultValue={values[filter.name]}
              {...(filter.kind === 'text' && { placeholder: filter.placeholder, autoComplete: 'off' })}
            />
          )
        }
      </Field>
    );
  }
}
