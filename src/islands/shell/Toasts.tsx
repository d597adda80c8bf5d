import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useFocusHandover } from '../shared/use-focus-handover.ts';
import { $toast, nextToast, showNews } from './toasts-store.ts';
import './toasts.css';

/** How long a toast is shown, in milliseconds. Pointing at it or focusing it holds it. */
const SHOWN_MS = 6000;

/** New notifications as toasts. `announcedAt`: when the server last announced a new one. */
export function Toasts({ announcedAt }: { readonly announcedAt: number }) {
  const toast = useStore($toast);
  const [isHeld, setHeld] = useState(false);
  const place = useFocusHandover<HTMLDivElement>(() => document.querySelector<HTMLElement>('.bell'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks for news after each announcement
  useEffect(() => void showNews(), [announcedAt]);
  useEffect(() => {
    if (toast === null || isHeld) return;
    const timer = setTimeout(nextToast, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  const dismiss = () => {
    setHeld(false);
    nextToast();
  };
  return (
    <div role="status" className="toasts">
      {toast && (
        // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it there
        <div
          key={toast.id}
          ref={place}
          className="toast"
          data-win={toast.win}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <p>
            {toast.href === null ? (
              <b>{toast.title}</b>
            ) : (
              <a href={toast.href} onClick={dismiss}>
                {toast.title}
              </a>
            )}
            {toast.body !== '' && <small>{toast.body}</small>}
          </p>
          <button type="button" className="icon-button" aria-label="Dismiss" onClick={dismiss}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}
