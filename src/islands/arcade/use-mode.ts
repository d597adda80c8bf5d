/** The kind of round that is chosen: Classic, a variant, or one on a shared seed. The address says which, so that links can lead to it. */
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Rules } from '../../lib/arcade/arcade.ts';
import { extensions } from '../../lib/host.ts';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { shown } from '../shared/stores/load.ts';
import { $tournament, loadTournament } from '../shared/stores/tournament.ts';
import { changeAddress, useQuery, withQuery } from '../shared/use-address.ts';
import type { OwnGame } from './own-game.ts';

/** A kind of round to choose. The address names it by its id; Classic has none. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}
export const OWN = 'own';
export const TODAY = 'today';
export const UNTIMED = 'untimed';
export const WEEK = 'week';

/** Returns the address of a kind of round. */
export const roundHref = (arcade: string, round: string) =>
  withQuery(hrefs.play(arcade, 'desktop'), { round });

/**
 * Returns the rounds that a game offers: Classic, the daily challenge, one without the clock, the other variants, and the
 * tournament if this is the game of the week.
 */
export function choicesOf([classic, ...others]: readonly Rules[], hasTournament: boolean): readonly Choice[] {
  return [
    { id: OWN, name: 'Classic' },
    { id: TODAY, name: 'Daily challenge' },
    ...(classic?.untimed === undefined ? [] : [{ id: UNTIMED, name: 'No timer' }]),
    ...others.map(({ variant }) => variant),
    ...(hasTournament ? [{ id: WEEK, name: 'Tournament' }] : []),
  ];
}

/** Where to go if the chosen round can't be started here. */
export interface Instead {
  readonly href: string;
  readonly words: string;
}

interface Mode {
  readonly choices: readonly Choice[];
  /** The id of the choice. */
  readonly mode: string;
  readonly choose: (mode: string) => void;
  readonly instead: Instead | undefined;
}

/** Returns what the game offers, and what is chosen. */
export function useMode(game: OwnGame, variants: readonly Rules[], signedIn: boolean): Mode {
  const asked = new URLSearchParams(useQuery(routes.play.pattern) ?? '').get('round');
  const ofWeek = useGameOfWeek(signedIn);
  // Before the server has answered, what the build knew: a choice that came later would move the others.
  const choices = choicesOf(
    variants,
    asked === WEEK || (ofWeek ? ofWeek.id === game.id : game.ofWeek === true),
  );
  const mode = choices.find(({ id }) => id === asked)?.id ?? OWN;
  return { choices, mode, choose, instead: insteadOf(mode, game.id, signedIn, ofWeek) };
}

const choose = (next: string) =>
  changeAddress(withQuery(location.pathname, next === OWN ? {} : { round: next }), 'replace');

/** Returns the game of this week's tournament, once known. */
function useGameOfWeek(signedIn: boolean) {
  const load = useStore($tournament, { ssr: 'initial' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in changes whose group it is
  useEffect(() => {
    if (extensions) void loadTournament();
  }, [signedIn]);
  return shown(load)?.game;
}

function insteadOf(
  mode: string,
  gameId: number,
  signedIn: boolean,
  ofWeek: { readonly id: number; readonly name: string; readonly arcade: string } | undefined,
): Instead | undefined {
  if (mode === WEEK && ofWeek && ofWeek.id !== gameId)
    return {
      href: roundHref(ofWeek.arcade, WEEK),
      words: `This week it’s ${ofWeek.name}`,
    };
  const what = mode === WEEK ? 'tournament' : mode === TODAY && !extensions ? 'daily challenge' : undefined;
  if (what === undefined || signedIn) return undefined;
  return { href: hrefs.signUp(location.pathname + location.search), words: `Sign up for the ${what}` };
}
