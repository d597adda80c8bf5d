import { type ComponentProps, type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { focusFirstError } from './Field.tsx';

/** What the user entered. */
export interface Given {
  readonly data: FormData;
  /** Returns a field's text. Empty if the form has no such field. */
  readonly text: (name: string) => string;
}

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  readonly ref?: RefObject<HTMLFormElement | null>;
  /** What is wrong with the input, or undefined. Each new value moves the focus to the first wrong field. */
  readonly wrong: unknown;
  readonly onSubmit: (given: Given) => unknown;
}

/** A form that is sent by script and shows its own errors. */
export function Form({ ref, wrong, onSubmit, ...more }: Props) {
  const own = useRef<HTMLFormElement>(null);
  const form = ref ?? own;
  useEffect(() => {
    if (wrong) focusFirstError(form.current);
  }, [wrong, form]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    onSubmit({ data, text: (name) => String(data.get(name) ?? '') });
  }
  // method="dialog" doesn't navigate. Before the script has loaded, Enter must not put a password into the address.
  return <form ref={form} method="dialog" noValidate onSubmit={submit} {...more} />;
}
