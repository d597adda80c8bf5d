import { Empty } from '../../shared/Empty.tsx';

/** For an address whose number no reward has. */
export function NoReward({ list }: { readonly list: string }) {
  return (
    <Empty level={2} title="There is no such reward">
      <p>It may have been taken off the list, or the address is incomplete.</p>
      <a className="button quiet small" href={list}>
        See all rewards
      </a>
    </Empty>
  );
}
