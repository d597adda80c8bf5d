import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $captcha, showCaptcha } from '../../lib/stores/captcha.ts';
import 'altcha/altcha.css';
import './captcha.css';

/** The bot check: works by itself from the first touch of the form on, and says how far it is. */
export function Captcha({ error }: { readonly error: string | undefined }) {
  const captcha = useStore($captcha, { ssr: 'initial' });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? showCaptcha(place.current) : undefined), []);
  const wrong = error ?? (captcha.state === 'failed' ? captcha.message : undefined);

  return (
    <div className="field captcha" hidden={captcha.state === 'off'}>
      <div className="captcha-place" ref={place} aria-busy={captcha.state === 'loading'} />
      {wrong !== undefined && (
        <span className="error" role="alert">
          {wrong}
        </span>
      )}
    </div>
  );
}
