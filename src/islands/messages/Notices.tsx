import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { routes } from '../../lib/routing/routes.ts';
import { asList } from '../../lib/stores/load.ts';
import { $notices, followNotices, loadNotices } from '../../lib/stores/notices.ts';
import { Empty } from '../shared/Empty.tsx';
import { NoticeItem } from '../shared/NoticeItem.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { useList } from '../shared/use-list.ts';

/** All notices, newest first; being shown here they count as read. */
export function Notices({ page }: { readonly page: number }) {
  const load = useStore($notices, { ssr: 'initial' });
  useEffect(() => void loadNotices(page), [page]);
  useEffect(() => followNotices(), []);
  const states = useList(asList(load, { page }));
  return (
    <PagedList
      {...states}
      what="your notices"
      onRetry={() => loadNotices(page)}
      skeleton={<RowSkeleton count={4} />}
      nothing={
        <Empty level={2} title="No notices yet">
          <p>
            What happens to your orders, quests and contests is told here, with the reason where there is one.
          </p>
          <a className="button quiet small" href={routes.userSettings.pattern}>
            Choose what you are told
          </a>
        </Empty>
      }
    >
      {(notices) => (
        <ul className="notice-list wide">
          {notices.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}
