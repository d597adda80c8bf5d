import { useState } from 'react';
import { LEFT, RIGHT } from '../../../lib/arcade/directions.ts';
import {
  BACK,
  change,
  changed,
  goalOf,
  isWord,
  leftOf,
  parOf,
  type RungsState,
  strokesOf,
  WORD,
  wordOf,
} from '../../../lib/arcade/rungs.ts';
import { BoardFrame } from '../BoardFrame.tsx';
import type { BoardProps } from '../game-board.ts';
import { refuse } from '../play-store.ts';
import { act } from '../store.ts';
import { directionOfKey, letterOf, useKeys } from '../use-keys.ts';
import { Keyboard } from './Keyboard.tsx';
import { Marks } from './Marks.tsx';

/** The most rungs drawn between the word and its goal. More would look the same. */
const MOST_RUNGS = 6;

/** The ladder: the goal at the top, the rungs left, and the current word with its path. */
export function RungsBoard({ game, phase, children }: BoardProps<RungsState>) {
  const [place, setPlace] = useState(0);
  const [refused, setRefused] = useState<Refused | null>(null);
  const live = game !== undefined && (phase === 'playing' || phase === 'paused');
  const playing = live && phase === 'playing';
  const word = game ? wordOf(game) : '';

  function go(given: number) {
    setRefused(null);
    act(given);
  }
  function type(letter: string) {
    const given = change(place, letter);
    const next = changed(word, given);
    if (next === word) return;
    if (isWord(next)) go(given);
    else {
      setRefused({ word: next, from: word });
      refuse();
    }
  }

  useKeys((event) => {
    if (!playing) return false;
    const letter = letterOf(event);
    // Letters come first, because some of them are direction keys in other games.
    const direction = letter === undefined ? directionOfKey(event) : undefined;
    if (letter === undefined && direction === undefined && event.key !== 'Backspace') return false;
    if (direction === LEFT || direction === RIGHT)
      setPlace((place + (direction === LEFT ? WORD - 1 : 1)) % WORD);
    else if (!event.repeat && direction === undefined) {
      if (letter === undefined) go(BACK);
      else type(letter);
    }
    return true;
  });

  const note = refused?.from === word ? `${refused.word.toUpperCase()} isn’t in our word list.` : '';
  return (
    <BoardFrame
      phase={phase}
      help="A ladder of words. Change one letter at a time until you reach the goal. Every step must be a word. Choose a letter with the left and right arrow keys, and type the new one. Backspace goes back."
      label="Word ladder. Choose a letter with the arrow keys and type another"
      over={children}
      facts={{ 'data-word': word, 'data-goal': game && goalOf(game), 'data-climbed': game?.climbed.length }}
      described={
        live && (
          <p className="unseen" aria-live="polite">
            {inWords(game, place)}
          </p>
        )
      }
      below={live && <Keyboard playing={playing} canGoBack={game.path.length > 1} onType={type} onAct={go} />}
    >
      {live && (
        <>
          <ol className="climbs" aria-hidden="true">
            {game.shape.pars.map((par, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: ladders never change order
              <li key={index} aria-current={index === game.climbed.length ? 'step' : undefined}>
                <Marks
                  marks={index === game.climbed.length ? game.marks : (game.climbed[index] ?? [])}
                  par={par}
                />
              </li>
            ))}
          </ol>
          <div className="ladder">
            <p className="rungs-goal" aria-hidden="true">
              <Tiles word={goalOf(game)} />
            </p>
            {Array.from({ length: Math.min(MOST_RUNGS, leftOf(game) - 1) }, (_, rung) => rung).map((rung) => (
              <span key={rung} className="rung" />
            ))}
            <fieldset className="rungs-word" disabled={!playing}>
              <legend className="unseen">Your word: {word}</legend>
              {[...word].map((letter, index) => (
                <button
                  // biome-ignore lint/suspicious/noArrayIndexKey: letters never change order
                  key={index}
                  type="button"
                  aria-pressed={index === place}
                  aria-label={`Letter ${index + 1}: ${letter}`}
                  onClick={() => setPlace(index)}
                >
                  {letter}
                </button>
              ))}
            </fieldset>
            {game.path
              .slice(-3, -1)
              .toReversed()
              .map((past, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rungs never change order
                <p key={index} className="past" aria-hidden="true">
                  {past}
                </p>
              ))}
          </div>
          <p className="rungs-note" role="status" aria-label="Word">
            {note}
          </p>
        </>
      )}
      {phase === 'finished' && game && <Climbed game={game} />}
    </BoardFrame>
  );
}

/** After the round: each ladder with its steps, up to the one that is open. */
function Climbed({ game: { climbed, marks, stops, shape } }: { readonly game: RungsState }) {
  return (
    <ol className="ladders" aria-hidden="true">
      {shape.pars.slice(0, climbed.length + 1).map((par, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ladders never change order
        <li key={index} data-open={index >= climbed.length || undefined}>
          <b>{stops[index]}</b> → <b>{stops[index + 1]}</b>
          <span>
            <Marks marks={climbed[index] ?? marks} par={par} />
          </span>
        </li>
      ))}
    </ol>
  );
}

interface Refused {
  readonly word: string;
  /** The player's word at that time. The next word removes the note. */
  readonly from: string;
}

function Tiles({ word }: { readonly word: string }) {
  return [...word].map((letter, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: letters never change order
    <b key={index}>{letter}</b>
  ));
}

function inWords(game: RungsState, place: number): string {
  const word = wordOf(game);
  return `Your word is ${word}, letter ${place + 1}: ${word[place]}. The goal is ${goalOf(game)}, ${steps(leftOf(game))} away. Ladder ${game.climbed.length + 1} of ${game.shape.pars.length}, par ${parOf(game)}, ${steps(strokesOf(game.marks))} made.`;
}

export const steps = (count: number) => (count === 1 ? '1 step' : `${count} steps`);
