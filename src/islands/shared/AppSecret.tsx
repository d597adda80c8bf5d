import type { ReactNode } from 'react';
import { Code } from './Code.tsx';
import { QrCode } from './QrCode.tsx';
import './app-secret.css';

interface Props {
  readonly otpauthUrl: string;
  readonly secret: string;
  /** What else there is to know of it. */
  readonly children: ReactNode;
}

/** What an authenticator app is given, three ways: as a picture, as a link on the same device, and to type in. */
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

/** 'abcdefgh' → 'abcd efgh', as it is easier to type; apps take it with the spaces as well. */
const inFours = (secret: string): string => secret.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');
