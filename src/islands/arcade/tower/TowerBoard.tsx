import { type RefObject, useLayoutEffect, useRef } from 'react';
import { DROP, heightOf, LANE, type Slide, type TowerState, topOf } from '../../../lib/arcade/tower.ts';
import { BoardFrame } from '../BoardFrame.tsx';
import type { BoardProps } from '../game-board.ts';
import { playTime } from '../play-store.ts';
import { act } from '../store.ts';
import { isPress, useKeys } from '../use-keys.ts';
import { Fallen, Scene, Ticket } from './Scene.tsx';
import { BOX, EYE, percent, ROW } from './sizes.ts';

/** The tower: the whole board is one button. */
export function TowerBoard({ game, phase, children }: BoardProps<TowerState>) {
  const drop = () => act(DROP);
  useKeys((event) => {
    if (phase !== 'playing' || !(isPress(event) || event.key === 'ArrowDown')) return false;
    if (!event.repeat) drop();
    return true;
  });
  const [slide, world] = [useRef<SVGSVGElement>(null), useRef<HTMLDivElement>(null)];
  useSlide(game?.slide, phase === 'playing', slide);
  useScroll(game ? heightOf(game) : 0, world);
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
 * Slides the ticket back and forth. An animation does it, which the browser moves even while it has other work. Like `placeOf`, it
 * goes by whole units, and its time is the round's clock.
 */
function useSlide(slide: Slide | undefined, running: boolean, ticket: RefObject<Element | null>): void {
  useLayoutEffect(() => {
    if (!slide || !ticket.current) return;
    const { width, speed, from, since } = slide;
    const range = LANE - width;
    const at = (units: number) => ({
      transform: `translateX(${percent(units)})`,
      easing: `steps(${range})`,
    });
    const [near, far] = from === 'left' ? [at(0), at(range)] : [at(range), at(0)];
    const movement = ticket.current.animate([near, far, near], {
      duration: (2_000 * range) / speed,
      iterations: Infinity,
      fill: 'both',
    });
    const passed = playTime() - since;
    if (running) movement.startTime = performance.now() - passed;
    else {
      movement.pause();
      movement.currentTime = passed;
    }
    return () => movement.cancel();
  }, [slide, running, ticket]);
}

/** Scrolls the picture up, so that a tall tower's top stays in view. */
function useScroll(height: number, world: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!world.current) return;
    const { style } = world.current;
    const up = Math.max(0, height - EYE) * ROW;
    style.transform = `translateY(${percent(up)})`;
    // A new tower starts on the ground.
    style.transition = up === 0 ? 'none' : '';
  }, [height, world]);
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
