import { type ReactNode, useSyncExternalStore } from 'react';
import { hrefs } from '../../lib/routes.ts';

interface Props {
  /** The game's name in lib/arcade. */
  arcade: string;
  children: ReactNode;
  quiet?: boolean;
  small?: boolean;
}

const coarse = '(pointer: coarse)';

function subscribe(changed: () => void): () => void {
  const query = matchMedia(coarse);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Leads to the stage of one of our own games, with the controls that fit a thumb or a mouse. */
export function PlayLink({ arcade, children, quiet, small }: Props) {
  const touch = useSyncExternalStore(
    subscribe,
    () => matchMedia(coarse).matches,
    () => false,
  );
  return (
    <a
      className={`button${quiet ? ' quiet' : ''}${small ? ' small' : ''}`}
      href={hrefs.play(arcade, touch ? 'mobile' : 'desktop')}
    >
      {children}
    </a>
  );
}
