import { hrefs } from '../../lib/routing/routes.ts';

/** Says that the round isn't counted, and what would have it counted. */
export function PracticeNote({ signedIn }: { readonly signedIn: boolean }) {
  return (
    <p className="practice">
      <span className="state info">Free play</span>
      {signedIn ? (
        <span>This round doesn’t earn points. End it and start another to earn.</span>
      ) : (
        <span>
          <a href={hrefs.signUp(location.pathname)}>Sign up</a> to earn points for your rounds.
        </span>
      )}
    </p>
  );
}
