import { useStore } from '@nanostores/react';
import { CurrentPassword } from '../../shared/CurrentPassword.tsx';
import { Form } from '../../shared/Form.tsx';
import { refusedOf } from '../../shared/stores/form.ts';
import { Saving } from '../Saving.tsx';
import { $factorForm, setUpApp } from '../second-factor-store.ts';

/** First step: the password. Otherwise someone who finds an open session could lock the owner out. */
export function Begin() {
  const form = useStore($factorForm, { ssr: 'initial' });
  const refused = refusedOf(form);
  return (
    <Form wrong={refused} className="form narrow" onSubmit={({ text }) => setUpApp(text('password'))}>
      <CurrentPassword error={refused?.fields.password} />
      <Saving form={form} words="Set it up" done="" />
    </Form>
  );
}
