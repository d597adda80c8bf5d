import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { changeAddress, usePath } from '../../shared/use-address.ts';

type Tell = (words: string, leadTo?: string) => void;

const TellContext = createContext<Tell>(() => {});

/** Tells what came of an act, at the top of the screen; with an address, on the screen that stands there. */
export const useTell = (): Tell => useContext(TellContext);

interface Message {
  readonly words: string;
  /** Where it is told; elsewhere it is over. */
  readonly path: string;
}

/** Holds what is told, and takes the focus with it: the button that was pressed may be gone by then. */
export function TellingFrame({ children }: { readonly children: (told: ReactNode) => ReactNode }) {
  const [message, setMessage] = useState<Message>();
  const place = useRef<HTMLDivElement>(null);
  const path = usePath();
  useEffect(() => {
    if (message) place.current?.focus();
  }, [message]);

  function tell(words: string, leadTo?: string) {
    if (leadTo !== undefined) changeAddress(leadTo, 'push');
    setMessage({ words, path: location.pathname });
  }
  const isHere = message !== undefined && message.path === path;
  return (
    <TellContext value={tell}>
      {children(
        <div className="told" role="status" ref={place} tabIndex={-1}>
          {isHere && <p className="notice ok">{message.words}</p>}
        </div>,
      )}
    </TellContext>
  );
}
