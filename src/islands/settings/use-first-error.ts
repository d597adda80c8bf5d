import { type RefObject, useEffect, useRef } from 'react';
import type { FormState } from '../../lib/stores/form.ts';
import { focusFirstError } from '../shared/Field.tsx';

/** For a form whose first wrong field gets the focus when it is refused. */
export function useFirstError(form: FormState): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.state === 'refused') focusFirstError(element.current);
  }, [form]);
  return element;
}
