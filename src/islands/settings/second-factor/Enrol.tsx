import { useStore } from '@nanostores/react';
import type { AppSecret as Secret } from '../../../lib/contract/auth/credentials.ts';
import { APP_SET_UP_MINUTES } from '../../../lib/contract/limits.ts';
import { Alert } from '../../shared/Alert.tsx';
import { AppCode } from '../../shared/AppCode.tsx';
import { AppSecret } from '../../shared/AppSecret.tsx';
import { Button } from '../../shared/Button.tsx';
import { Form } from '../../shared/Form.tsx';
import { refusedOf } from '../../shared/stores/form.ts';
import { $factorForm, confirmApp, endStep } from '../second-factor-store.ts';

/** Second step: the user adds the secret to the app, and a first code proves it. */
export function Enrol({ secret }: { readonly secret: Secret }) {
  const form = useStore($factorForm, { ssr: 'initial' });
  const refused = refusedOf(form);
  return (
    <>
      <p className="muted">
        Use any authenticator app, or a password manager that supports codes. Nothing changes until you enter
        a code.
      </p>
      <AppSecret otpauthUrl={secret.otpauth_url} secret={secret.secret}>
        <p className="muted">We won’t show this again. Enter a code within {APP_SET_UP_MINUTES} minutes.</p>
      </AppSecret>
      <Form wrong={refused} className="form narrow" onSubmit={({ text }) => confirmApp(text('code'))}>
        <AppCode error={refused?.fields.code} />
        <Alert>{refused?.message}</Alert>
        <div className="actions">
          <Button type="submit" small busy={form.state === 'sending'}>
            Turn on
          </Button>
          <Button quiet small onPress={endStep}>
            Not now
          </Button>
        </div>
      </Form>
    </>
  );
}
