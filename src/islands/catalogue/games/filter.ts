import type { GameCard } from '../../../lib/contract/catalogue/games.ts';
import { MAX_SEARCH } from '../../../lib/contract/limits.ts';

/** The filters. '' means any. */
export interface GameFilter {
  readonly name: string;
  readonly genre: string;
  readonly device: string;
}

/** Parses a query: '?game-name=merge&genre=Puzzle'. */
export function filterIn(query: string): GameFilter {
  const given = new URLSearchParams(query);
  return {
    name: (given.get('game-name') ?? '').slice(0, MAX_SEARCH),
    genre: given.get('genre') ?? '',
    device: given.get('device') ?? '',
  };
}

/** Returns the query of a filter, without defaults. */
export function filterQuery({ name, genre, device }: GameFilter): Record<string, string> {
  return { ...(name && { 'game-name': name }), ...(genre && { genre }), ...(device && { device }) };
}

/** Whether a game matches all filters: part of its name in any case, its genre, its device. */
export function fits(game: GameCard, { name, genre, device }: GameFilter): boolean {
  return (
    game.name.toLowerCase().includes(name.trim().toLowerCase()) &&
    (genre === '' || game.genre === genre) &&
    (device === '' || game.devices.includes(device))
  );
}
