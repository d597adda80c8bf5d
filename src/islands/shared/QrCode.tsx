import { generate } from 'lean-qr/nano';
import { useMemo } from 'react';

/** The light margin that readers need to find the code, in modules. */
const QUIET = 4;

/** A QR code as an SVG, dark on light in both themes. Many readers can't find an inverted one. */
export function QrCode({ text }: { readonly text: string }) {
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
