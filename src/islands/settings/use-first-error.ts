import { type RefObject, useEffect, useRef } from 'react';
import { focusFirstError } from '../shared/Field.tsx';
import type { FormState } from '../shared/stores/form.ts';

/** For a form whose first wrong field gets the focus when it is refused. */
export function useFirstError(form: FormState): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.state === 'refused') focusFirstError(element.current);
  }, [form]);
  return element;
}
