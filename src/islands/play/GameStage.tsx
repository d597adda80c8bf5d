import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { metricsOf } from '../../lib/arcade/merge.ts';
import { site } from '../../lib/site.ts';
import { $play, pause } from '../../lib/stores/play.ts';
import { $standing, loadStanding } from '../../lib/stores/play-standing.ts';
import { $session } from '../../lib/stores/session.ts';
import { announcement } from './announcement.ts';
import { Board } from './Board.tsx';
import { EndPanel } from './EndPanel.tsx';
import { Finish } from './Finish.tsx';
import { Help } from './Help.tsx';
import { Overlay } from './Overlay.tsx';
import type { OwnGame } from './own-game.ts';
import { Pad } from './Pad.tsx';
import { PracticeNote } from './PracticeNote.tsx';
import { QuestList } from './QuestList.tsx';
import { QuestNow } from './QuestNow.tsx';
import { reachedNow } from './quest-progress.ts';
import { ScoreStrip } from './ScoreStrip.tsx';
import { useKeys } from './use-keys.ts';

export type Device = 'desktop' | 'mobile' | undefined;

/** A game and all around it: score, board, controls, quests, and what came of the round. */
export function GameStage({ game, device }: { readonly game: OwnGame; readonly device: Device }) {
  const play = useStore($play, { ssr: 'initial' });
  const standing = useStore($standing, { ssr: 'initial' });
  const session = useStore($session, { ssr: 'initial' });
  const stage = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  useKeys(stage);

  const signedIn = session.state === 'signed-in';
  useEffect(() => {
    // Again when someone signs in or out: the standing is the player's own.
    void loadStanding(game.id, signedIn);
  }, [game.id, signedIn]);

  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') pause();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      // The round outlives the page: whoever comes back finds it paused.
      pause();
    };
  }, []);

  useEffect(() => {
    document.title = `${game.name} · ${site.name}`;
  }, [game.name]);

  useEffect(() => {
    const text = announcement(play);
    if (text !== undefined) setSaid(text);
  }, [play]);

  const round = 'round' in play ? play.round : undefined;
  const metrics = round && metricsOf(round.game);
  const live = play.state === 'playing' || play.state === 'paused';
  const practice = round ? round.session === null : !signedIn;

  return (
    <div className="stage" ref={stage} data-device={device} data-state={play.state}>
      <ScoreStrip game={round?.game} best={standing.best} live={play.state === 'playing'} />
      <Board play={play}>
        <Overlay play={play} game={game} />
      </Board>
      <p className="unseen" role="status" aria-label="Score">
        {said}
      </p>
      {live && metrics && <QuestNow quests={game.quests} metrics={metrics} before={standing.progress} />}
      {live && <Pad playing={play.state === 'playing'} />}
      <aside className="side" aria-label="This round">
        {play.state === 'finished' && <EndPanel play={play} signedIn={signedIn} game={game} />}
        {live && round && metrics && (
          <Finish
            moves={round.game.moves}
            practice={practice}
            reached={reachedNow(game.quests, metrics, standing.progress)}
          />
        )}
        {practice && play.state !== 'finished' && <PracticeNote signedIn={signedIn} />}
        {play.state !== 'finished' && (
          <QuestList quests={game.quests} metrics={metrics} before={standing.progress} guest={!signedIn} />
        )}
        {play.state !== 'finished' && <Help counted={!practice} game={game} />}
      </aside>
    </div>
  );
}
