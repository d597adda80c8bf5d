/** Which picture an article has. */
import type { AnyArt } from './art.ts';

/** What our articles that belong to no game are about, by their ids. */
const subjects: Readonly<Record<number, string>> = { 3: 'coins', 4: 'passkey', 5: 'gift-card', 6: 'gamepad' };

/** Returns the names for an article's picture: its game, what it is about, or else only its title, which decides the colour. */
export const articleArt = ({
  id,
  title,
  picture,
}: {
  readonly id: number;
  readonly title: string;
  readonly picture?: string | null | undefined;
}): { readonly names: readonly [string]; readonly other: AnyArt } => ({
  names: [picture ?? subjects[id] ?? title],
  other: 'library',
});
