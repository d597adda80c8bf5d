import type { Play } from '../../lib/stores/play.ts';

/** What a listener is told of a state; undefined leaves standing what was said: a move that merges nothing is not read out. */
export function announcement(play: Play): string | undefined {
  switch (play.state) {
    case 'idle':
    case 'failed':
      return '';
    case 'starting':
      return 'Starting the round.';
    case 'paused':
      return `Paused. Score ${play.round.game.score}.`;
    case 'finished':
      return `Round over. Score ${play.round.game.score}.`;
    case 'playing': {
      const { change, score, moves } = play.round.game;
      if (moves === 0) return `Round started. Score ${score}.`;
      if (change.merged.length === 0) return undefined;
      const made = change.merged.map(({ of }) => of[0].value * 2).join(' and ');
      return `${made} made. Score ${score}.`;
    }
  }
}
