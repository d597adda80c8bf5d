import { Empty } from '../ui/Empty.tsx';

interface Props {
  games: { readonly current_page: number; readonly last_page: number; readonly total: number };
  /** Addresses of the first page and of the rewards. */
  list: string;
  rewards: string;
}

/** Beyond the last page, or where nothing is listed at all. */
export function NoGames({ games: { current_page: page, last_page: last, total }, list, rewards }: Props) {
  return total > 0 ? (
    <Empty level={2} title={`There is no page ${page}`}>
      <p>
        The {total} games end on page {last}.
      </p>
      <a className="button small" href={list}>
        Go to the first page
      </a>
    </Empty>
  ) : (
    <Empty level={2} title="No games yet">
      <p>Games stand here as soon as they can be played. Meanwhile you can see what points are good for.</p>
      <a className="button small" href={rewards}>
        See rewards
      </a>
    </Empty>
  );
}
