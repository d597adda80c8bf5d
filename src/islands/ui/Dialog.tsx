import { type ReactNode, useEffect, useId, useRef } from 'react';
import { icons } from '../../lib/format/marks.ts';

interface Props {
  open: boolean;
  title: string;
  /** Escape, the cross, or a press outside. */
  onClose: () => void;
  /** A press outside doesn't close it: what it shows isn't shown again. */
  stays?: boolean;
  children: ReactNode;
}

/** A modal `<dialog>`: focus goes in and comes back by itself, Escape closes it, the page behind can't be reached. */
export function Dialog({ open, title, onClose, stays = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    if (!element.open) element.showModal();
    return () => element.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by keyboard what a press on the backdrop does
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // A press on the backdrop has the dialog itself as its target, and lies outside its box.
        if (stays || event.target !== dialog.current) return;
        const box = dialog.current.getBoundingClientRect();
        const inside =
          event.clientX >= box.left &&
          event.clientX <= box.right &&
          event.clientY >= box.top &&
          event.clientY <= box.bottom;
        if (!inside) onClose();
      }}
    >
      {open && (
        <>
          <header>
            <h2 id={id}>{title}</h2>
            <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
              <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d={icons.close} />
              </svg>
            </button>
          </header>
          {children}
        </>
      )}
    </dialog>
  );
}
