import { hrefs } from '../../lib/routing/routes.ts';

/** Said wherever a round is free play only because the player has no account. */
export const SignUpToEarn = () => (
  <>
    <a href={hrefs.signUp(location.pathname)}>Sign up</a> to earn points for your rounds.
  </>
);
