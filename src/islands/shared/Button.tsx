import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Tally } from './Tally.tsx';

interface Props {
  children: ReactNode;
  /** Runs once at a time: while its promise is open, further presses do nothing and the button shows that it works. */
  onPress?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
  /** Work that is under way elsewhere, such as the submit of a store. */
  busy?: boolean | undefined;
  disabled?: boolean | undefined;
  type?: 'button' | 'submit';
  quiet?: boolean;
  small?: boolean;
  /** Id of a text that says more, such as why it is disabled. */
  describedBy?: string | undefined;
}

/**
 * A button that cannot fire twice. It keeps focus and its size while busy or disabled (aria-disabled, not `disabled`), so
 * that a keyboard stays where it was.
 */
export function Button({
  children,
  onPress,
  busy = false,
  disabled = false,
  type = 'button',
  quiet,
  small,
  describedBy,
}: Props) {
  const [working, setWorking] = useState(false);
  // State arrives a render later; a second click in the same frame would get through without this.
  const locked = useRef(false);
  const isBusy = busy || working;

  async function press(event: MouseEvent<HTMLButtonElement>) {
    // Some people double-click everything: where the answer is fast, a form would be sent again, empty by now.
    const isSecond = type === 'submit' && event.detail > 1;
    if (isBusy || disabled || locked.current || isSecond) {
      event.preventDefault();
      return;
    }
    const result = onPress?.(event);
    if (!(result instanceof Promise)) return;
    locked.current = true;
    setWorking(true);
    try {
      await result;
    } finally {
      locked.current = false;
      setWorking(false);
    }
  }

  return (
    <button
      type={type}
      className={`button${quiet ? ' quiet' : ''}${small ? ' small' : ''}`}
      aria-disabled={isBusy || disabled}
      aria-busy={isBusy}
      aria-describedby={describedBy}
      onClick={press}
    >
      {isBusy && <Tally done={5} goal={5} silent />}
      {children}
    </button>
  );
}
