import type { AppSecret as Secret } from '../../../lib/contract/credentials.ts';
import { APP_SET_UP_MINUTES } from '../../../lib/contract/limits.ts';
import { AppCode } from '../../shared/AppCode.tsx';
import { AppSecret } from '../../shared/AppSecret.tsx';
import { Button } from '../../shared/Button.tsx';
import { confirmApp, endStep } from '../second-factor-store.ts';
import { useForm } from './use-form.ts';

/** Second step: the user adds the secret to the app, and a first code proves it. */
export function Enrol({ secret }: { readonly secret: Secret }) {
  const { form, fields, props } = useForm(({ code }) => confirmApp(code));
  return (
    <>
      <p className="muted">
        Use any authenticator app, or a password manager that supports codes. Nothing changes until you enter
        a code.
      </p>
      <AppSecret otpauthUrl={secret.otpauth_url} secret={secret.secret}>
        <p className="muted">We won’t show this again. Enter a code within {APP_SET_UP_MINUTES} minutes.</p>
      </AppSecret>
      <form {...props} className="form narrow">
        <AppCode error={fields.code} />
        {form.state === 'refused' && form.message !== null && (
          <p className="notice bad" role="alert">
            {form.message}
          </p>
        )}
        <div className="actions">
          <Button type="submit" small busy={form.state === 'sending'}>
            Turn on
          </Button>
          <Button quiet small onPress={endStep}>
            Not now
          </Button>
        </div>
      </form>
    </>
  );
}
