import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import * as icons from '../../lib/format/icons.ts';

interface Props {
  open: boolean;
  title: string;
  /** The description for screen readers: costs, what is left, and what happens next. Null when the dialog shows the result. */
  says: ReactNode;
  /** Called on Escape, the close button, or a press outside. */
  onClose: () => void;
  /** Whether a press outside keeps it open, because its content would be lost. */
  stays?: boolean;
  /** Where the focus goes after closing, if the opening element will be gone. */
  next?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

/**
 * A modal `<dialog>`. The focus goes to its heading, so screen readers read the name and description before the buttons, and
 * returns automatically. Escape closes it, and the page behind it is inert.
 */
export function Dialog({ open, title, says, onClose, stays = false, next, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const saysId = useId();
  /** Whether the press began outside. */
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
        // A second Escape closes it even if the event is cancelled. If the owner keeps it open, open it again.
        if (open && !dialog.current?.open) dialog.current?.showModal();
      }}
      onPointerDown={(event) => {
        fromOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        // A press that begins in a field and ends outside (selecting text) also counts as a click on the dialog.
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

/** Whether a click is on the backdrop: the dialog is its target, but the position is outside the dialog's box. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  const box = currentTarget.getBoundingClientRect();
  return (
    target === currentTarget &&
    (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom)
  );
}
