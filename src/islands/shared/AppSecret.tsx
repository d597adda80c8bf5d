import { generate } from 'lean-qr/nano';
import { type ReactNode, useMemo } from 'react';
import { Code } from './Code.tsx';
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
          Scan the QR code, or <a href={otpauthUrl}>open the app on this device</a>, or type this in:
        </p>
        <Code of="your authenticator app" code={inFours(secret)} />
        {children}
      </div>
    </div>
  );
}

/** 'abcdefgh' → 'abcd efgh', which is easier to type. Apps accept the spaces. */
const inFours = (secret: string): string => secret.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');

/** The light margin that readers need to find the code, in modules. */
const QUIET = 4;

/** A QR code as an SVG, dark on light in both themes. Many readers can't find an inverted one. */
function QrCode({ text }: { readonly text: string }) {
  const { size, path } = useMemo(() => drawn(text), [text]);
  const edge = size + 2 * QUIET;
  return (
    <svg className="qr" viewBox={`${-QUIET} ${-QUIET} ${edge} ${edge}`} role="img" aria-label="QR code">
      <path className="qr-paper" d={`M${-QUIET} ${-QUIET}h${edge}v${edge}h${-edge}z`} />
      <path d={path} />
    </svg>
  );
}

/** Draws one stroke for each run of dark modules in a row. */
function drawn(text: string): { size: number; path: string } {
  const code = generate(text);
  let path = '';
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      const start = x;
      while (x < code.size && code.get(x, y)) x++;
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    }
  return { size: code.size, path };
}
