import { type RefObject, useEffect, useRef } from 'react';
import {
  DROP,
  heightOf,
  LANE,
  placeOf,
  type Slide,
  type TowerState,
  topOf,
} from '../../../lib/arcade/tower.ts';
import { BoardFrame } from '../BoardFrame.tsx';
import type { BoardProps } from '../game-board.ts';
import { playTime } from '../play-store.ts';
import { act } from '../store.ts';
import { isPress, useKeys } from '../use-keys.ts';
import { Fallen, Scene, Ticket } from './Scene.tsx';
import { BOX, EYE, ROW } from './sizes.ts';

/** The fraction of the remaining distance that the picture scrolls per frame. */
const EASE = 0.14;

const stillness = '(prefers-reduced-motion: reduce)';

/** The tower: the whole board is one button. */
export function TowerBoard({ game, phase, children }: BoardProps<TowerState>) {
  const drop = () => act(DROP);
  useKeys((event) => {
    if (phase !== 'playing' || !(isPress(event) || event.key === 'ArrowDown')) return false;
    if (!event.repeat) drop();
    return true;
  });
  const [slide, world] = [useRef<SVGSVGElement>(null), useRef<HTMLDivElement>(null)];
  useMotion(game, phase === 'playing', slide, world);
  const over = game === undefined || game.missed || phase === 'finished';

  return (
    <BoardFrame
      phase={phase}
      help="A ticket slides above a tower. Press Space to drop it. Any overhang gets cut off."
      label="Tower. Press Space to drop the ticket"
      touch={{
        onPointerDown: (event) => {
          if (event.isPrimary && event.button === 0) drop();
        },
      }}
      over={children}
      facts={{ 'data-rows': game && heightOf(game), 'data-width': game?.slide.width }}
      described={game && <p className="unseen">{inWords(game)}</p>}
    >
      <div className="tower" aria-hidden="true">
        <div ref={world} className="world">
          <svg viewBox={BOX} aria-hidden="true">
            {game && <Scene game={game} />}
          </svg>
          {game && <Fallen game={game} />}
          {game && !over && (
            <svg ref={slide} className="slide" viewBox={BOX} aria-hidden="true">
              <Ticket
                ticket={{ x: 0, width: game.slide.width }}
                row={heightOf(game) + 2}
                place={heightOf(game) + 1}
              />
            </svg>
          )}
        </div>
        {game && !over && game.shape.wind > 0 && <Flag wind={game.slide.wind} />}
      </div>
    </BoardFrame>
  );
}

/**
 * Moves the ticket with the round's clock, and scrolls the picture up with the tower. It runs in every frame, so it moves the
 * elements directly, without React and without layout.
 */
function useMotion(
  game: TowerState | undefined,
  running: boolean,
  slide: RefObject<SVGSVGElement | null>,
  world: RefObject<HTMLDivElement | null>,
): void {
  const up = useRef(0);
  useEffect(() => {
    if (!game) return;
    const still = matchMedia(stillness).matches;
    const goal = Math.max(0, heightOf(game) - EYE) * ROW;
    // A new tower starts on the ground.
    if (goal === 0) up.current = 0;
    let frame = 0;
    const draw = () => {
      up.current =
        still || Math.abs(goal - up.current) < 0.05 ? goal : up.current + (goal - up.current) * EASE;
      move(world.current, 'Y', up.current);
      move(slide.current, 'X', placeOf(game.slide, playTime()));
      if (running || up.current !== goal) frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [game, running, slide, world]);
}

/** More sides of the picture than any tower is high. */
const SIDES = 1_000;
const movements = new WeakMap<Element, Animation>();

/**
 * Moves an element by units of the picture. The time of a paused animation says how far: after a transform that a script sets, a
 * browser sorts everything on the page into layers again, in every frame.
 */
function move(element: Element | null, axis: 'X' | 'Y', units: number): void {
  if (!element) return;
  let movement = movements.get(element);
  if (!movement) {
    // A unit each millisecond.
    movement = element.animate({ transform: ['none', `translate${axis}(${100 * SIDES}%)`] }, LANE * SIDES);
    movement.pause();
    movements.set(element, movement);
  }
  // Browsers round it.
  if (Math.abs(Number(movement.currentTime) - units) > 0.001) movement.currentTime = units;
}

/** The direction and strength of the wind, at a fixed place in the picture. */
function Flag({ wind }: { readonly wind: number }) {
  const [way, middle] = [Math.sign(wind), LANE / 2];
  const end = middle + wind * 2.5;
  return (
    <svg className="wind" viewBox={BOX} aria-hidden="true">
      {wind !== 0 && (
        <path d={`M${middle - wind * 2.5} 4H${end}m${-2 * way} -1.6l${2 * way} 1.6l${-2 * way} 1.6`} />
      )}
      <text x={middle} y="10.5">
        {wind === 0 ? 'no wind' : `wind ${Math.abs(wind)}`}
      </text>
    </svg>
  );
}

export function windInWords({ wind }: Slide): string {
  if (wind === 0) return 'No wind.';
  return `Wind ${Math.abs(wind)} to the ${wind > 0 ? 'right' : 'left'}.`;
}

function inWords(game: TowerState): string {
  const top = topOf(game);
  return `${heightOf(game)} tickets high. The top one is ${top.width} wide, ${top.x} from the left of ${LANE}. The next one is ${game.slide.width} wide.${game.shape.wind > 0 ? ` ${windInWords(game.slide)}` : ''}`;
}
