import { CurrentPassword } from '../../shared/CurrentPassword.tsx';
import { Saving } from '../Saving.tsx';
import { setUpApp } from '../second-factor-store.ts';
import { useForm } from './use-form.ts';

/** First step: the password. Otherwise someone who finds an open session could lock the owner out. */
export function Begin() {
  const { form, fields, props } = useForm(({ password }) => setUpApp(password));
  return (
    <form {...props} className="form narrow">
      <CurrentPassword error={fields.password} />
      <Saving form={form} words="Set it up" done="" />
    </form>
  );
}
