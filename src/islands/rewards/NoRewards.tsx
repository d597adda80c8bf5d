import type { RewardsView } from '../../lib/stores/rewards.ts';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';

interface Props {
  readonly view: RewardsView;
  readonly total: number;
  readonly onChange: (change: Partial<RewardsView>) => void;
}

/** Nothing here: because of the page, because of the search, or because there is nothing at all. */
export function NoRewards({ view, total, onChange }: Props) {
  if (total > 0)
    return (
      <Empty level={2} title={`There is no page ${view.page}`}>
        <p>The list is shorter than that.</p>
        <Button quiet small onPress={() => onChange({})}>
          Go to page 1
        </Button>
      </Empty>
    );
  if (view.search === '')
    return (
      <Empty level={2} title="No rewards right now">
        <p>The shelves are being filled. Your points stay as they are.</p>
      </Empty>
    );
  return (
    <Empty level={2} title={`No reward matches “${view.search}”`}>
      <p>Look for part of a name: “steam” finds every reward for Steam.</p>
      <Button quiet small onPress={() => onChange({ search: '' })}>
        Clear the search
      </Button>
    </Empty>
  );
}
