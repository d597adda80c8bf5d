import {
  BIGGER,
  courierOf,
  FASTER,
  isChoosing,
  loadOf,
  type ParcelsState,
  TIP_LOAD,
  tipLeft,
} from '../../../lib/arcade/parcels-state.ts';
import { SIZE } from '../../../lib/arcade/parcels-town.ts';
import { BoardFrame } from '../BoardFrame.tsx';
import type { BoardProps } from '../game-board.ts';
import { act } from '../store.ts';
import { directionOfKey, useKeys } from '../use-keys.ts';
import { useSwipe } from '../use-swipe.ts';
import { BOX, Town, Word } from './Town.tsx';

const headings = ['up', 'right', 'down', 'left'] as const;
const place = (cell: number) => `row ${Math.floor(cell / SIZE) + 1}, column ${(cell % SIZE) + 1}`;

/** The van upgrades to choose from. */
const vans = [
  { key: '1', act: FASTER, name: 'Faster', what: 'Each step takes less time.' },
  { key: '2', act: BIGGER, name: 'Bigger', what: 'Two parcels ride inside, so your row is shorter.' },
] as const;

/** The town with the courier. */
export function ParcelsBoard({ game, phase, children }: BoardProps<ParcelsState>) {
  const choosing = game !== undefined && phase === 'playing' && isChoosing(game);
  const swipe = useSwipe(act, true);
  useKeys((event) => {
    const better = choosing ? vans.find(({ key }) => key === event.key) : undefined;
    if (better) {
      act(better.act);
      return true;
    }
    const direction = directionOfKey(event);
    if (direction === undefined || phase !== 'playing') return false;
    if (!event.repeat) act(direction);
    return true;
  });

  return (
    <BoardFrame
      phase={phase}
      help="A town of thirteen by thirteen cells. You keep driving; turn with the arrow keys. Houses and the edge of town stop you."
      label="Town. Turn with the arrow keys"
      touch={swipe}
      over={choosing ? <Vans /> : children}
      facts={factsOf(game)}
      described={game && <p className="unseen">{inWords(game)}</p>}
    >
      <svg className="town" viewBox={BOX} aria-hidden="true">
        {game && <Town game={game} />}
      </svg>
      {game && <Word game={game} />}
      {game && phase === 'playing' && game.since === null && !choosing && (
        <p className="hint" aria-hidden="true">
          Pick a direction to start
        </p>
      )}
    </BoardFrame>
  );
}

/** Shown while the van waits for the choice. */
function Vans() {
  return (
    <div className="vans">
      <h2>A better van</h2>
      {vans.map((van) => (
        <button key={van.key} type="button" className="button quiet" onClick={() => act(van.act)}>
          <kbd>{van.key}</kbd> <b>{van.name}</b> <small>{van.what}</small>
        </button>
      ))}
    </div>
  );
}

function inWords(game: ParcelsState): string {
  const heading = game.heading === null ? 'stopped' : `heading ${headings[game.heading]}`;
  const parcels = game.parcels.map(place).join('; ');
  const tip = tipLeft(game) > 0 ? ` A tip waits there for a load of ${TIP_LOAD}.` : '';
  return `You: ${place(courierOf(game))}, ${heading}, carrying ${loadOf(game)}. Parcels: ${parcels}. Door: ${place(game.door)}.${tip}`;
}

function factsOf(game: ParcelsState | undefined) {
  return {
    'data-row': game?.row.join(),
    'data-heading': game?.heading ?? undefined,
    'data-parcels': game?.parcels.join(),
    'data-door': game?.door,
  };
}
