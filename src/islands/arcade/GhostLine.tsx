import { useStore } from '@nanostores/react';
import { useEffect, useReducer, useState } from 'react';
import type { Ghost } from '../../lib/contract/arcade/rounds.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { $ghost, $rival, loadGhost, runAgainst, scoreAt } from './ghost-store.ts';
import { playTime } from './play-store.ts';
import type { Round } from './round.ts';

const LOOK_MS = 1_000;

/** The score of the run to play against at this point of the round. */
export function GhostLine({ round, playing }: { readonly round: Round; readonly playing: boolean }) {
  const ofToday = useStore($ghost, { ssr: 'initial' });
  const rival = useStore($rival, { ssr: 'initial' });
  const { gameId, session, daily, seed } = round;
  const ghost = runAgainst(round, ofToday);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round may have another best run
  useEffect(() => {
    if (daily) void loadGhost({ gameId, session, seed });
  }, [daily, gameId, session, seed, rival]);
  // The line keeps its space, because its text appears during the round.
  return (
    <p className="ghost num">
      {ghost === null &&
        (daily ? rival === null && 'No scores today yet. Set the one to beat.' : withoutRival(round))}
      {ghost && (
        <Against
          ghost={ghost}
          label={labelOf(ghost, !daily || rival !== null)}
          round={round}
          playing={playing}
        />
      )}
    </p>
  );
}

/** Says that a duel has no rival. In a weekly variant, others set the scores to beat on the same seed until Monday. */
function withoutRival({ guest, rules: { variant } }: Round): string {
  if (variant.weekly) return `No rival yet this week.${guest ? '' : ' Set the score to beat.'}`;
  return guest
    ? 'No rival this week. Check again on Monday.'
    : 'No new rival right now. More come as others play.';
}

/** A label for the run: "Your best today", "Best today, Mira", or "Mira" if the player chose her or it is a duel with her. */
function labelOf({ mine, name }: Ghost, chosen: boolean): string {
  if (mine) return 'Your best today';
  if (name === null) return 'Best today';
  return chosen ? name : `Best today, ${name}`;
}

interface Props {
  readonly ghost: Ghost;
  readonly label: string;
  readonly round: Round;
  readonly playing: boolean;
}

function Against({ ghost, label, round, playing }: Props) {
  const timed = ghost.by === 'time';
  const [, look] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!playing || !timed) return;
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [playing, timed]);
  const { rules, game } = round;
  const at = timed ? playTime() : (rules.metricsOf(game).moves ?? 0);
  const theirs = scoreAt(ghost, at);
  return (
    <>
      <span className="against" aria-hidden="true">
        <span>{label}</span>: <b>{formatPoints(theirs)}</b> {gapWords(game.score - theirs)}
      </span>
      <Lead label={label} step={Math.floor(at / stepSaid(ghost))} gap={game.score - theirs} />
    </>
  );
}

/** The minimum distance between two announcements. */
const stepSaid = ({ by, step }: Ghost) => Math.max(step, by === 'time' ? 5_000 : 10);

function gapWords(gap: number): string {
  if (gap === 0) return '· tied with you';
  return `· you’re ${formatPoints(Math.abs(gap))} ${gap > 0 ? 'ahead' : 'behind'}`;
}

/** Announces who leads. Says nothing at a tie. */
function Lead({ label, step, gap }: { readonly label: string; readonly step: number; readonly gap: number }) {
  const [announced, setAnnounced] = useState({ step: 0, words: '' });
  if (step !== announced.step && gap !== 0)
    setAnnounced({ step, words: `${label}: you’re ${gap > 0 ? 'ahead' : 'behind'}.` });
  return (
    <span className="unseen" role="status" aria-label="Best run">
      {announced.words}
    </span>
  );
}
