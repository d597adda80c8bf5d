import { matchRoute, routes } from '../../lib/routing/routes.ts';
import { usePath } from '../shared/use-address.ts';

interface Props {
  /** `address`: the name that stands in it. */
  readonly games: readonly { readonly address: string; readonly name: string }[];
}

/** The page's heading: the game's name, once the address is known. */
export function PlayHeadingIsland({ games }: Props) {
  const path = usePath(routes.play.pattern) ?? '';
  const { game_name: name } = matchRoute(routes.play.pattern, path) ?? {};
  return <h1>{games.find(({ address }) => address === name)?.name ?? 'Play'}</h1>;
}
