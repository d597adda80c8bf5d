import { Path, type PlayPath } from './Path.tsx';

interface Props {
  readonly path: PlayPath;
  readonly amount: string | undefined;
}

/** A new player's path to a reward, as the build knows it, for guests. */
export const KnownPath = (props: Props) => <Path area="guest" {...props} />;
