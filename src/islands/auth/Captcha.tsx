import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { site } from '../../lib/site.ts';
import type { FormState } from '../shared/stores/form.ts';
import { $captcha, $captchaKind, showCaptcha } from './captcha-store.ts';
import 'altcha/altcha.css';
import './captcha.css';

/** Explains each captcha for people who can't see it, and names an alternative if there is one. */
const words = {
  altcha: 'We check this automatically, in a second or two. No puzzles.',
  recaptcha: 'A check by Google. Prefer audio? Choose the headphones icon.',
  hcaptcha: 'A check by hCaptcha. Prefer text to pictures? Choose it in the menu.',
  turnstile: 'A check by Cloudflare. It usually passes on its own, without pictures.',
} as const;

interface Props {
  readonly form: FormState;
}

/** The captcha. It starts automatically when the user first touches the form, and shows its progress. */
export function Captcha({ form }: Props) {
  const captcha = useStore($captcha, { ssr: 'initial' });
  const kind = useStore($captchaKind, { ssr: 'initial' });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? showCaptcha(place.current) : undefined), []);
  const error = form.state === 'refused' ? form.fields.captcha : undefined;
  const now = error ?? (captcha.state === 'failed' ? captcha.message : undefined);
  // Keep the message while the form is being sent. Otherwise the button would move away under a double-click.
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
        // A new element each time, because an unchanged text isn't announced again.
        <span key={String(isSent)} className="error" role={isSent ? undefined : 'alert'}>
          {wrong}
        </span>
      )}
    </div>
  );
}
