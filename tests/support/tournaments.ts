import type { Tournament } from '../../src/lib/contract/arcade/tournament.ts';

/** A Silver tournament in Tower with this many players, each 100 points ahead of the next; `mine`: the place of the reader. */
export function tournamentOf(players: number, mine: number | null = null): Tournament {
  const rows = Array.from({ length: players }, (_, at) => ({
    place: at + 1,
    user: { id: 50 + at, name: `player ${at + 1}`, sample: at === 1 },
    score: 100 * (players - at),
    mine: at + 1 === mine,
  }));
  const own = rows.find((row) => row.mine);
  return {
    week: '2026-11-16',
    ends_at: '2026-11-23T00:00:00.000Z',
    game: { id: 3, name: 'Tower', arcade: 'tower' },
    league: 'silver',
    players,
    up: Math.floor(players / 4),
    down: Math.floor(players / 4),
    rows,
    mine: own ? { place: own.place, score: own.score } : null,
    last: null,
  };
}
