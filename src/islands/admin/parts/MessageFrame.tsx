import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { changeAddress, usePath } from '../../shared/use-address.ts';
import { placeIn } from '../places.ts';
import { nextWaiting } from '../queue-store.ts';
import { Link } from './Link.tsx';

type ShowMessage = (words: string, leadTo?: string) => void;

const MessageContext = createContext<ShowMessage>(() => {});

/** Shows the result of an act at the top of the current screen, or of the screen at the given address. */
export const useShowMessage = (): ShowMessage => useContext(MessageContext);

interface Message {
  readonly words: string;
  /** The screen where it is shown. Leaving it dismisses the message. */
  readonly path: string;
}

/** What follows an act on an item of a queue: the address of the next one, or null if there is none. */
interface Next {
  readonly after: Message;
  readonly to: string | null | undefined;
}

interface Props {
  /** The list that the current item was opened from. */
  readonly list: string;
  readonly children: (message: ReactNode) => ReactNode;
}

/**
 * Shows the message and moves the focus to it, because the pressed button may be gone. After an act on an item of a queue, leads to
 * the next one.
 */
export function MessageFrame({ list, children }: Props) {
  const [message, setMessage] = useState<Message>();
  const [next, setNext] = useState<Next>();
  const place = useRef<HTMLDivElement>(null);
  const path = usePath();
  useEffect(() => {
    if (message) place.current?.focus();
  }, [message]);

  function show(words: string, leadTo?: string) {
    const from = placeIn(location.pathname);
    if (leadTo !== undefined) changeAddress(leadTo, 'push');
    const after = { words, path: location.pathname };
    setMessage(after);
    nextWaiting(from, list).then(
      (to) => setNext({ after, to }),
      // The list is still one click away.
      () => {},
    );
  }
  const isHere = message !== undefined && message.path === path;
  return (
    <MessageContext value={show}>
      {children(
        <div className="act-message" role="status" ref={place} tabIndex={-1}>
          {isHere && <p className="notice ok">{message.words}</p>}
          {isHere && next?.after === message && next.to !== undefined && (
            <p className="next">
              {next.to === null ? (
                'Nothing else is waiting here.'
              ) : (
                <Link to={next.to} className="button quiet small">
                  Next waiting
                </Link>
              )}
            </p>
          )}
        </div>,
      )}
    </MessageContext>
  );
}
