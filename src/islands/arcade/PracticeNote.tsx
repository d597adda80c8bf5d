import { extensions } from '../../lib/host.ts';
import { hrefs } from '../../lib/routing/routes.ts';

interface Props {
  readonly signedIn: boolean;
  /** The round earns nothing, whoever plays it. */
  readonly practice: boolean;
}

/** Says whether the round earns points, and what has to happen for it to. */
export function PracticeNote({ signedIn, practice }: Props) {
  const signUp = <a href={hrefs.signUp(location.pathname)}>Sign up</a>;
  return (
    <p className="practice">
      <span className="state info">{practice ? 'Free play' : 'No account needed'}</span>
      <span>{textOf()}</span>
    </p>
  );

  function textOf() {
    if (!practice) return 'Play now, keep your points when you sign up.';
    if (signedIn) return 'This round doesn’t earn points. End it and start another to earn.';
    if (extensions)
      return 'We couldn’t reach our server, so this round doesn’t earn points. Your next one may.';
    return <>{signUp} to earn points for your rounds.</>;
  }
}
