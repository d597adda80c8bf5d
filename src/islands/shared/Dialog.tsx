import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { icons } from '../../lib/format/marks.ts';

interface Props {
  open: boolean;
  title: string;
  /** What it costs, what is left and what happens then. It describes the dialog to screen readers. Null when it shows the result. */
  says: ReactNode;
  /** Escape, the cross, or a press outside. */
  onClose: () => void;
  /** A press outside doesn't close it: what it shows isn't shown again, or what is written in it would be lost. */
  stays?: boolean;
  /** Who is to have the focus after it, where what opened it is gone by then. */
  next?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

/**
 * A modal `<dialog>`: the focus goes to its heading, so that name and description are read before a button is met, and comes back by itself.
 * Escape closes it, the page behind can't be reached.
 */
export function Dialog({ open, title, says, onClose, stays = false, next, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const saysId = useId();
  /** Where the press began. */
  const fromOutside = useRef(false);
  useEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    const opener = document.activeElement;
    if (!element.open) element.showModal();
    heading.current?.focus();
    return () => {
      element.close();
      if (!opener?.isConnected) next?.current?.focus();
    };
  }, [open, next]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by keyboard what a press on the backdrop does
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      aria-describedby={says === null ? undefined : saysId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // A second Escape closes it whatever is said to that. Who keeps it open finds it open.
        if (open && !dialog.current?.open) dialog.current?.showModal();
      }}
      onPointerDown={(event) => {
        fromOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        // A press that begins in a field and ends outside, as when text is marked, is a click on the dialog as well.
        if (!stays && fromOutside.current && isOutside(event)) onClose();
      }}
    >
      {open && (
        <>
          <header>
            <h2 id={id} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
              <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d={icons.close} />
              </svg>
            </button>
          </header>
          {says !== null && (
            <div id={saysId} className="says">
              {says}
            </div>
          )}
          {children}
        </>
      )}
    </dialog>
  );
}

/** On the backdrop, where the dialog itself is the target, and its box elsewhere. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  const box = currentTarget.getBoundingClientRect();
  return (
    target === currentTarget &&
    (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom)
  );
}
