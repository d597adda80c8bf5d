import type { ReactNode } from 'react';
import { Code } from './Code.tsx';
import { QrCode } from './QrCode.tsx';
import './app-secret.css';

interface Props {
  readonly otpauthUrl: string;
  readonly secret: string;
  /** Further explanation. */
  readonly children: ReactNode;
}

/** The secret for an authenticator app in three forms: a QR code, a link for the same device, and text to type in. */
export function AppSecret({ otpauthUrl, secret, children }: Props) {
  return (
    <div className="enrol">
      <QrCode text={otpauthUrl} />
      <div>
        <p>
          Scan the picture, or <a href={otpauthUrl}>open the app on this device</a>, or type this in:
        </p>
        <Code of="your authenticator app" code={inFours(secret)} />
        {children}
      </div>
    </div>
  );
}

/** 'abcdefgh' → 'abcd efgh', which is easier to type. Apps accept the spaces. */
const inFours = (secret: string): string => secret.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');
