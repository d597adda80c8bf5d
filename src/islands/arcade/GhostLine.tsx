import { useStore } from '@nanostores/react';
import { useEffect, useReducer, useState } from 'react';
import type { Ghost } from '../../lib/contract/rounds.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { $ghost, loadGhost, scoreAt } from './ghost-store.ts';
import type { Round } from './round.ts';
import { playTime } from './store.ts';

const LOOK_MS = 1_000;

/** How far today's best run was at this point of the round. */
export function GhostLine({ round, playing }: { readonly round: Round; readonly playing: boolean }) {
  const ghost = useStore($ghost, { ssr: 'initial' });
  const { gameId, session } = round;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round may have another best run
  useEffect(() => void loadGhost(gameId), [gameId, session]);
  // Its place is kept: it comes while the round is on.
  return <p className="ghost num">{ghost && <Against ghost={ghost} round={round} playing={playing} />}</p>;
}

interface Props {
  readonly ghost: Ghost;
  readonly round: Round;
  readonly playing: boolean;
}

function Against({ ghost, round, playing }: Props) {
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
      <span aria-hidden="true">
        {nameOf(ghost)}: <b>{formatPoints(theirs)}</b> {gapWords(game.score - theirs)}
      </span>
      <Lead ghost={ghost} step={Math.floor(at / ghost.step)} gap={game.score - theirs} />
    </>
  );
}

function nameOf({ mine, name }: Ghost): string {
  if (mine) return 'Your best today';
  return name === null ? 'Best today' : `Best today, ${name}`;
}

function gapWords(gap: number): string {
  if (gap === 0) return '· level with you';
  return gap > 0 ? `· you’re ${formatPoints(gap)} ahead` : `· you’re ${formatPoints(-gap)} behind`;
}

/** Told only when the lead changes, and no more often than the run has points. */
function Lead({ ghost, step, gap }: { readonly ghost: Ghost; readonly step: number; readonly gap: number }) {
  const [told, setTold] = useState({ step: 0, words: '' });
  if (step !== told.step && gap !== 0)
    setTold({ step, words: `You’re ${gap > 0 ? 'ahead of' : 'behind'} ${whose(ghost)}.` });
  return (
    <span className="unseen" role="status" aria-label="Best run">
      {told.words}
    </span>
  );
}

const whose = ({ mine }: Ghost) => (mine ? 'your best run today' : 'today’s best run');
