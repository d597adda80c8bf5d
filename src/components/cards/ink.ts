import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TOKEN = /^ *--([\w-]+): light-dark\(\s*oklch\([^)]*\),\s*oklch\(([^)]*)\)\s*\);/gm;

/**
 * Returns colours of the ink theme from src/styles/tokens.css as sRGB, for pictures whose renderer doesn't support OKLCH:
 * ('bg') → { bg: '#090c13' }. Runs only in the build.
 * @throws Error that names a token without a value for both themes.
 */
export function inkColours<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, string>> {
  const css = readFileSync(join(process.cwd(), 'src/styles/tokens.css'), 'utf8');
  const tokens = new Map([...css.matchAll(TOKEN)].map(([, name = '', value = '']) => [name, value] as const));
  const found = {} as Record<Name, string>;
  for (const name of names) {
    const value = tokens.get(name);
    if (value === undefined)
      throw new Error(`src/styles/tokens.css has no --${name}: light-dark(oklch(…), oklch(…)).`);
    const [lightness = 0, chroma = 0, hue = 0] = value.split(/\s+/).map(Number);
    found[name] = hexOf(lightness, chroma, hue);
  }
  return found;
}

/** Converts OKLCH to sRGB with Björn Ottosson's matrices. Clips colours outside sRGB: (1, 0, 0) → '#ffffff' */
export function hexOf(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channels = linear.map((value) => {
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, encoded)) * 255);
  });
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
