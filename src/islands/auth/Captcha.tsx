import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { site } from '../../lib/site.ts';
import type { FormState } from '../../lib/stores/form.ts';
import { $captcha, $captchaKind, showCaptcha } from './captcha-store.ts';
import 'altcha/altcha.css';
import './captcha.css';

/** What it is, for those who can't see or use it; and another way for those who can't get past it. */
const words = {
  altcha: 'Nothing to see or to solve: your browser works it out by itself, in a second or two.',
  recaptcha: 'A check by Google. It can be done by ear as well: choose the headphones in it.',
  hcaptcha: 'A check by hCaptcha. It can be done in words instead of pictures: choose that in its menu.',
  turnstile: 'A check by Cloudflare, which mostly passes by itself and shows no pictures.',
} as const;

interface Props {
  /** Of the form that it stands in. */
  readonly form: FormState;
}

/** The bot check: works by itself from the first touch of the form on, and says how far it is. */
export function Captcha({ form }: Props) {
  const captcha = useStore($captcha, { ssr: 'initial' });
  const kind = useStore($captchaKind, { ssr: 'initial' });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? showCaptcha(place.current) : undefined), []);
  const error = form.state === 'refused' ? form.fields.captcha : undefined;
  const now = error ?? (captcha.state === 'failed' ? captcha.message : undefined);
  // While the form is sent it stays: the button below would move away from under the second press of a double click.
  const isSent = form.state === 'checking' || form.state === 'sending';
  const [wrong, setWrong] = useState(now);
  if (!isSent && wrong !== now) setWrong(now);

  return (
    <div className="field captcha" hidden={captcha.state === 'off' && wrong === undefined}>
      <div
        className="captcha-place"
        ref={place}
        hidden={captcha.state === 'off'}
        aria-busy={captcha.state === 'loading'}
      />
      <span className="hint">
        {captcha.state !== 'off' && words[kind ?? 'altcha']} Can’t get past it?{' '}
        <a href={site.contact}>Write to us</a>.
      </span>
      {wrong !== undefined && (
        // Another element each time: what says the same as before isn't told again.
        <span key={String(isSent)} className="error" role={isSent ? undefined : 'alert'}>
          {wrong}
        </span>
      )}
    </div>
  );
}
