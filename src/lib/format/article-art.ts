/** Which picture an article has. */
import type { ArtNames } from './art.ts';

/** Returns the name of a game's picture: the board of one of our own games, or a genre. Null without a game. */
export const gamePicture = (
  game: { readonly arcade: string | null; readonly genre: string } | undefined,
): string | null => game?.arcade ?? game?.genre ?? null;

interface Article {
  readonly title: string;
  readonly picture?: string | null | undefined;
  readonly glyph?: string | null | undefined;
}

/** Returns the names for an article's picture: its own glyph, or its game, or else only its title, which decides the colour. */
export const articleArt = ({ title, picture, glyph }: Article): ArtNames => ({
  names: [glyph ?? picture ?? title],
  other: 'library',
  glyph,
});
