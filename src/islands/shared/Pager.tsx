import { formatPoints } from '../../lib/format/points.ts';
import { Button } from './Button.tsx';

interface MoreProps {
  /** How many are shown, and how many there are. */
  shown: number;
  total: number;
  /** What they are, in the plural: "rewards". */
  noun: string;
  busy?: boolean;
  onMore: () => unknown;
}

/** "20 of 41 rewards" with "Load more", and at the end "That is all 41 rewards". */
export function LoadMore({ shown, total, noun, busy, onMore }: MoreProps) {
  const rest = shown < total;
  return (
    <div className="pager">
      {rest && (
        <Button quiet small busy={busy} onPress={onMore}>
          Load more
        </Button>
      )}
      <span role="status">
        {rest
          ? `${formatPoints(shown)} of ${formatPoints(total)} ${noun}`
          : total === 1
            ? 'That is the only one.'
            : `That is all ${formatPoints(total)} ${noun}.`}
      </span>
    </div>
  );
}

interface PagesProps {
  page: number;
  lastPage: number;
  busy?: boolean;
  onPage: (page: number) => unknown;
}

/** Previous and next with "page 2 of 5"; nothing when all is on one page. */
export function Pages({ page, lastPage, busy, onPage }: PagesProps) {
  if (lastPage < 2) return null;
  return (
    <nav className="pager" aria-label="Pages">
      <Button quiet small busy={busy} disabled={page <= 1} onPress={() => onPage(page - 1)}>
        Previous
      </Button>
      <span role="status">
        page {page} of {lastPage}
      </span>
      <Button quiet small busy={busy} disabled={page >= lastPage} onPress={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
