import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { changeAddress, usePath } from '../../shared/use-address.ts';

type ShowMessage = (words: string, leadTo?: string) => void;

const MessageContext = createContext<ShowMessage>(() => {});

/** Shows the result of an act at the top of the screen; with an address, at the top of the screen at that address. */
export const useShowMessage = (): ShowMessage => useContext(MessageContext);

interface Message {
  readonly words: string;
  /** Where it is shown; leaving that screen dismisses it. */
  readonly path: string;
}

/** Holds the message and takes the focus with it: the button that was pressed may be gone by then. */
export function MessageFrame({ children }: { readonly children: (message: ReactNode) => ReactNode }) {
  const [message, setMessage] = useState<Message>();
  const place = useRef<HTMLDivElement>(null);
  const path = usePath();
  useEffect(() => {
    if (message) place.current?.focus();
  }, [message]);

  function show(words: string, leadTo?: string) {
    if (leadTo !== undefined) changeAddress(leadTo, 'push');
    setMessage({ words, path: location.pathname });
  }
  const isHere = message !== undefined && message.path === path;
  return (
    <MessageContext value={show}>
      {children(
        <div className="act-message" role="status" ref={place} tabIndex={-1}>
          {isHere && <p className="notice ok">{message.words}</p>}
        </div>,
      )}
    </MessageContext>
  );
}
