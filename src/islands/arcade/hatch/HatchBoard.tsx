import { type ReactNode, useState } from 'react';
import { cellAt, type HatchState, HINT, placeOf, shade } from '../../../lib/arcade/hatch.ts';
import { BoardFrame } from '../BoardFrame.tsx';
import type { BoardProps } from '../game-board.ts';
import { act } from '../store.ts';
import { directionOfKey, isLetter, isPress, useKeys } from '../use-keys.ts';
import { Egg } from './Egg.tsx';
import { Grid } from './Grid.tsx';
import { lineBetween, toggled } from './notes.ts';
import { Shelf } from './Shelf.tsx';
import { useDrag } from './use-drag.ts';
import { inWords, Sheet } from './words.tsx';

/** Up, right, down and left, as cursor steps. */
const stepBy = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

type Tool = 'shade' | 'note';

/** The puzzle grid. Notes belong only to the player and aren't part of the round. */
export function HatchBoard({ game, rules, phase, children }: BoardProps<HatchState>) {
  const [tool, setTool] = useState<Tool>('shade');
  const [moved, setCursor] = useState<number | null>(null);
  const [noted, setNoted] = useState<Noted | null>(null);
  const playing = phase === 'playing' && game !== undefined;
  const { shape, hints } = game ?? rules.start(0);
  const size = game?.picture.size ?? 8;
  // Nothing can be chosen between rounds, and a new one starts with a smaller grid than the last one's final grid.
  const cursor = playing && moved !== null && isInside(moved, size) ? moved : null;
  // Notes belong to the creature they were made for.
  const notes: ReadonlySet<number> = noted && noted.picture === game?.picture ? noted.cells : new Set();

  function use(from: number, to: number, as: Tool) {
    if (!game) return;
    const line = lineBetween(from, to, notes);
    if (as === 'note') setNoted({ picture: game.picture, cells: toggled(notes, from, to) });
    else if (line !== undefined) act(shade(from, line));
  }

  const drag = useDrag(size, (from, to, second) => {
    setCursor(null);
    use(from, to, second ? 'note' : tool);
  });

  useKeys((event) => {
    if (!playing) return false;
    const direction = directionOfKey(event);
    const at = cursor ?? cellAt(0, 0);
    if (direction !== undefined) {
      const [right, down] = stepBy[direction];
      const { x, y } = placeOf(at);
      const inside = (place: number) => (place + size) % size;
      setCursor(cursor === null ? at : cellAt(inside(x + right), inside(y + down)));
      return true;
    }
    if (isLetter(event, 'h') && hints > 0) {
      if (!event.repeat) act(HINT);
      return true;
    }
    const notes = isLetter(event, 'x');
    if (!notes && !isPress(event)) return false;
    if (!event.repeat && cursor !== null) use(at, at, notes ? 'note' : 'shade');
    return true;
  });

  return (
    <BoardFrame
      phase={phase}
      help="A grid that hides a creature. The numbers show how many of its pixels are in a row; both sides are the same. Move with the arrow keys, shade with Space, mark a pixel as empty with X."
      label="Grid. Move with the arrow keys, shade with Space"
      touch={drag.handlers}
      over={children}
      facts={{ 'data-hatched': game?.hatched.length, 'data-size': game && size }}
      described={
        game && (
          <>
            <Sheet game={game} notes={notes} />
            <p className="unseen" aria-live="polite">
              {cursor === null ? '' : inWords(game, notes, cursor)}
            </p>
          </>
        )
      }
      below={
        <>
          <Shelf hatched={game?.hatched ?? []} count={shape.sizes.length} />
          <Tools tool={tool} onChange={setTool} playing={playing}>
            {shape.hints > 0 && (
              <button type="button" className="chip" aria-disabled={hints === 0} onClick={() => act(HINT)}>
                Hint ({hints} left)
              </button>
            )}
          </Tools>
        </>
      }
    >
      {game && <Grid game={game} notes={notes} cursor={cursor} drag={drag.line} />}
      {game && <Egg game={game} />}
    </BoardFrame>
  );
}

function isInside(cell: number, size: number): boolean {
  const { x, y } = placeOf(cell);
  return Math.max(x, y) < size;
}

interface Noted {
  readonly picture: HatchState['picture'];
  readonly cells: ReadonlySet<number>;
}

interface ToolsProps {
  readonly tool: Tool;
  readonly onChange: (tool: Tool) => void;
  readonly playing: boolean;
  readonly children: ReactNode;
}

/** Chooses what a tap does. With a mouse, the second button makes notes. */
function Tools({ tool, onChange, playing, children }: ToolsProps) {
  return (
    <fieldset className="tools" disabled={!playing}>
      <legend className="unseen">Tap to</legend>
      <button
        type="button"
        className="chip"
        aria-pressed={tool === 'shade'}
        onClick={() => onChange('shade')}
      >
        Shade
      </button>
      <button type="button" className="chip" aria-pressed={tool === 'note'} onClick={() => onChange('note')}>
        Mark empty
      </button>
      {children}
    </fieldset>
  );
}
