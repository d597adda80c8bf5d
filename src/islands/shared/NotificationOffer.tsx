import { type ReactNode, useRef, useState } from 'react';
import { routes } from '../../lib/routing/routes.ts';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import './notification-offer.css';

interface Props {
  /** What is offered, in a line. */
  readonly children: ReactNode;
  readonly accept: string;
  /** Shown once it is accepted. */
  readonly accepted: string;
  /** Saves the answer. Resolves to why it failed. */
  readonly onAnswer: (accepts: boolean) => Promise<string | undefined>;
}

/** Offers a kind of notifications in a quiet line, until it is answered. */
export function NotificationOffer({ children, accept, accepted, onAnswer }: Props) {
  const [answer, setAnswer] = useState<boolean>();
  const [refused, setRefused] = useState<string>();
  const place = useRef<HTMLParagraphElement>(null);

  async function give(accepts: boolean) {
    const why = await onAnswer(accepts);
    setRefused(why);
    if (why !== undefined) return;
    setAnswer(accepts);
    // The buttons disappear.
    place.current?.focus();
  }

  return (
    <div className="notification-offer">
      <p ref={place} tabIndex={-1} role="status">
        {answer === undefined ? (
          children
        ) : (
          <>
            {answer ? accepted : 'Okay, we won’t ask again.'} You can change this in{' '}
            <a href={routes.userSettings.pattern}>your settings</a>.
          </>
        )}
      </p>
      {answer === undefined && (
        <div className="actions">
          <Button quiet small onPress={() => give(true)}>
            {accept}
          </Button>
          <Button quiet small onPress={() => give(false)}>
            No thanks
          </Button>
        </div>
      )}
      <Alert>{refused}</Alert>
    </div>
  );
}
