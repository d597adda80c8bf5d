import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { site } from '../../lib/site.ts';
import { $captcha, $captchaKind, showCaptcha } from '../../lib/stores/captcha.ts';
import 'altcha/altcha.css';
import './captcha.css';

/** What it is, for those who can't see or use it; and another way for those who can't get past it. */
const words = {
  altcha: 'Nothing to see or to solve: your browser works it out by itself, in a second or two.',
  recaptcha: 'A check by Google. It can be done by ear as well: choose the headphones in it.',
  hcaptcha: 'A check by hCaptcha. It can be done in words instead of pictures: choose that in its menu.',
  turnstile: 'A check by Cloudflare, which mostly passes by itself and shows no pictures.',
} as const;

/** The bot check: works by itself from the first touch of the form on, and says how far it is. */
export function Captcha({ error }: { readonly error: string | undefined }) {
  const captcha = useStore($captcha, { ssr: 'initial' });
  const kind = useStore($captchaKind, { ssr: 'initial' });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? showCaptcha(place.current) : undefined), []);
  const wrong = error ?? (captcha.state === 'failed' ? captcha.message : undefined);

  return (
    <div className="field captcha" hidden={captcha.state === 'off'}>
      <div className="captcha-place" ref={place} aria-busy={captcha.state === 'loading'} />
      <span className="hint">
        {words[kind ?? 'altcha']} Can’t get past it? <a href={site.contact}>Write to us</a>.
      </span>
      {wrong !== undefined && (
        <span className="error" role="alert">
          {wrong}
        </span>
      )}
    </div>
  );
}
