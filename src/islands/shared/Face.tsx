import { spriteOf } from '../../lib/format/sprite.ts';

interface Props {
  /** A simple-icons slug, or null: then the sprite made from `name`. */
  glyph: string | null;
  name: string;
  /** #rrggbb, dark enough for white on it; null: the default. */
  colour: string | null;
}

/** A reward's mark on its own colour, 16 by 10. */
export function Face({ glyph, name, colour }: Props) {
  return (
    <svg className="face" viewBox="0 0 160 100" aria-hidden="true">
      <path fill={colour ?? '#2a2d34'} d="M0 0h160v100H0z" />
      <g fill="#fff">
        {glyph ? (
          <>
            <use href={`/glyphs.svg#${glyph}`} x="78" y="4" width="130" height="130" opacity=".07" />
            <use href={`/glyphs.svg#${glyph}`} x="58" y="30" width="44" height="44" />
          </>
        ) : (
          <>
            <path d={spriteOf(name).path} transform="translate(78 4) scale(16.25)" opacity=".07" />
            <path d={spriteOf(name).path} transform="translate(58 30) scale(5.5)" />
          </>
        )}
      </g>
    </svg>
  );
}
