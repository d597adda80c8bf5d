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

/** A link to the stage of a game, with touch or mouse controls to fit the device. */
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
