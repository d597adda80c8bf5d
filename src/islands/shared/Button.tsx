import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Tally } from './Tally.tsx';

interface Props {
  children: ReactNode;
  /** While its promise is pending, further presses do nothing and the button looks busy. */
  onPress?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
  /** Whether work is in progress elsewhere, such as a store's submit. */
  busy?: boolean | undefined;
  disabled?: boolean | undefined;
  type?: 'button' | 'submit';
  quiet?: boolean;
  /** Whether it ends or deletes something. Next to it, the button that keeps it is the primary one. */
  ends?: boolean;
  small?: boolean;
  /** The id of a text that explains it, for example why it is disabled. */
  describedBy?: string | undefined;
}

/**
 * A button that can't fire twice. It keeps its focus and size while busy or disabled (aria-disabled instead of `disabled`), so
 * keyboard users don't lose their place.
 */
export function Button({
  children,
  onPress,
  busy = false,
  disabled = false,
  type = 'button',
  quiet,
  ends,
  small,
  describedBy,
}: Props) {
  const [working, setWorking] = useState(false);
  // State changes only with the next render. Without this, a second click in the same frame would get through.
  const locked = useRef(false);
  const isBusy = busy || working;

  async function press(event: MouseEvent<HTMLButtonElement>) {
    // Some people double-click everything. If the first answer is fast, the second click would send an empty form.
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
      className={`button${quiet ? ' quiet' : ''}${ends ? ' quiet ends' : ''}${small ? ' small' : ''}`}
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
