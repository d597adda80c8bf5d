import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { changeAddress, usePath } from '../../shared/use-address.ts';

type ShowMessage = (words: string, leadTo?: string) => void;

const MessageContext = createContext<ShowMessage>(() => {});

/** Shows the result of an act at the top of the current screen, or of the screen at the given address. */
export const useShowMessage = (): ShowMessage => useContext(MessageContext);

interface Message {
  readonly words: string;
  /** The screen where it is shown. Leaving it dismisses the message. */
  readonly path: string;
}

/** Shows the message and moves the focus to it, because the pressed button may be gone. */
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
