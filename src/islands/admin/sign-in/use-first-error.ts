import { type RefObject, useEffect, useRef } from 'react';
import { focusFirstError } from '../../shared/Field.tsx';
import type { FormState } from '../../shared/stores/form.ts';

/** Returns a ref for a form. When the form is rejected, its first wrong field gets the focus. */
export function useFirstError(form: FormState): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.state === 'refused') focusFirstError(element.current);
  }, [form]);
  return element;
}
