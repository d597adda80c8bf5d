import { hrefs } from '../../lib/routing/routes.ts';

/** Says that the round isn't counted, and what would have it counted. */
export function PracticeNote({ signedIn }: { readonly signedIn: boolean }) {
  return (
    <p className="practice">
      <span className="state info">Practice</span>
      {signedIn ? (
        <span>This round isn’t counted. Finish it and start another to have the next one counted.</span>
      ) : (
        <span>
          <a href={hrefs.signUp(location.pathname)}>Sign up</a> to have your rounds counted.
        </span>
      )}
    </p>
  );
}
