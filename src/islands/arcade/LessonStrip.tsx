import { useEffect, useRef } from 'react';
import { Button } from '../shared/Button.tsx';
import { noteLearned } from './learned-store.ts';
import { stepOf, type Taught } from './lesson.ts';
import { finishRound } from './store.ts';

interface Props {
  readonly lesson: Taught;
  /** Starts a real round. Undefined if that needs an account. */
  readonly onStart: (() => unknown) | undefined;
}

/** Above the board during a lesson: the next step, and a button to skip. */
export function LessonStrip({ lesson, onStart }: Props) {
  const { name, differs } = lesson;
  const step = stepOf(lesson);
  const way = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (step) return;
    noteLearned(name);
    way.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [step, name]);
  function skip() {
    noteLearned(name);
    finishRound();
  }
  return (
    <div className="score-strip lesson">
      <p role="status" aria-label="Lesson">
        {step && (
          <small className="num">
            {lesson.done + 1} of {lesson.steps.length}
          </small>
        )}{' '}
        {step?.text ?? differs ?? 'You’re ready to play.'}
      </p>
      {/* After the last step, the focus moves to the button that goes on. */}
      <span ref={way}>
        {step ? (
          <Button key="skip" quiet small onPress={skip}>
            Skip
          </Button>
        ) : (
          <Button key="play" onPress={onStart ?? finishRound}>
            {onStart ? 'Play' : 'Done'}
          </Button>
        )}
      </span>
    </div>
  );
}
