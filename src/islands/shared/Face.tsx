interface Props {
  /** The name of a glyph. Null: a gift card. */
  glyph: string | null;
  /** #rrggbb, dark enough for white text. Null: the default. */
  colour: string | null;
}

/** A reward's logo on its colour, 16 by 10. */
export function Face({ glyph, colour }: Props) {
  const mark = `/glyphs.svg#${glyph ?? 'gift-card'}`;
  return (
    <svg className="face" viewBox="0 0 160 100" aria-hidden="true">
      <path fill={colour ?? '#2a2d34'} d="M0 0h160v100H0z" />
      <g fill="#fff">
        <use href={mark} x="78" y="4" width="130" height="130" opacity=".07" />
        <use href={mark} x="58" y="30" width="44" height="44" />
      </g>
    </svg>
  );
}
