import type { FormState } from '../../shared/stores/form.ts';

export const wrongOf = (form: FormState, name: string): string | undefined =>
  form.state === 'refused' ? form.fields[name] : undefined;
