import type { FormState } from '../../../lib/stores/form.ts';

export const wrongOf = (form: FormState, name: string): string | undefined =>
  form.state === 'refused' ? form.fields[name] : undefined;
