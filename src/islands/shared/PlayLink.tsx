import { type ReactNode, useSyncExternalStore } from 'react';
import { hrefs } from '../../lib/routing/routes.ts';

interface Props {
  /** The game's name in the address, as in `hrefs.play`. */
  slug: string;
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

/** Leads to the stage of a game, with the controls that fit a thumb or a mouse. */
export function PlayLink({ slug, children, quiet, small }: Props) {
  const touch = useSyncExternalStore(
    subscribe,
    () => matchMedia(coarse).matches,
    () => false,
  );
  return (
    <a
      className={`button${quiet ? ' quiet' : ''}${small ? ' small' : ''}`}
      href={hrefs.play(slug, touch ? 'mobile' : 'desktop')}
    >
      {children}
    </a>
  );
}
