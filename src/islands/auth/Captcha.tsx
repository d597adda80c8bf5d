import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { site } from '../../lib/site.ts';
import type { FormState } from '../shared/stores/form.ts';
import { $captcha, $captchaKind, showCaptcha } from './captcha-store.ts';
import 'altcha/altcha.css';
import './captcha.css';

/** What it is, for those who can't see or use it; and another way for those who can't get past it. */
const words = {
  altcha: 'We check this automatically, in a second or two. No puzzles.',
  recaptcha: 'A check by Google. Prefer audio? Choose the headphones icon.',
  hcaptcha: 'A check by hCaptcha. Prefer text to pictures? Choose it in the menu.',
  turnstile: 'A check by Cloudflare. It usually passes on its own, without pictures.',
} as const;

interface Props {
  /** Of its form. */
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
        {captcha.state !== 'off' && words[kind ?? 'altcha']} Stuck? <a href={site.contact}>Contact support</a>
        .
      </span>
      {wrong !== undefined && (
        // Another element each time: an unchanged text isn't announced again.
        <span key={String(isSent)} className="error" role={isSent ? undefined : 'alert'}>
          {wrong}
        </span>
      )}
    </div>
  );
}
