import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { routes } from '../../lib/routes.ts';
import { shown } from '../../lib/stores/load.ts';
import { $notices, followNotices, loadNotices } from '../../lib/stores/notices.ts';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { NoticeItem } from '../ui/NoticeItem.tsx';
import { Pages } from '../ui/Pager.tsx';
import { RowSkeleton } from '../ui/Skeleton.tsx';
import { Stale } from '../ui/Stale.tsx';
import { changeAddress, withQuery } from '../ui/use-address.ts';

/** All notices, newest first; being shown here they count as read. */
export function Notices({ page }: { readonly page: number }) {
  const load = useStore($notices, { ssr: 'initial' });
  useEffect(() => void loadNotices(page), [page]);
  useEffect(() => followNotices(), []);

  const list = shown(load);
  if (list === undefined)
    return load.state === 'failed' ? (
      <Failed
        level={2}
        title="Your notices could not be loaded"
        reason={load.error.message}
        onRetry={() => loadNotices(page)}
      />
    ) : (
      <RowSkeleton count={4} />
    );
  if (list.total === 0)
    return (
      <Empty level={2} title="No notices yet">
        <p>
          What happens to your orders, quests and contests is told here, with the reason where there is one.
        </p>
        <a className="button quiet small" href={routes.userSettings.pattern}>
          Choose what you are told
        </a>
      </Empty>
    );
  const show = (next: number) =>
    changeAddress(
      withQuery(location.pathname, { show: 'notices', ...(next > 1 && { page: String(next) }) }),
      'push',
    );
  return (
    <>
      {load.state === 'failed' && (
        <Stale reason={load.error.message} onRetry={() => loadNotices(page)}>
          What you see are your notices as they were.
        </Stale>
      )}
      <ul className="notice-list wide" aria-busy={load.state === 'loading'}>
        {list.data.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} />
        ))}
      </ul>
      <Pages
        page={list.current_page}
        lastPage={list.last_page}
        busy={load.state === 'loading'}
        onPage={show}
      />
      {list.data.length === 0 ? (
        <p className="muted">
          The list is shorter than that.{' '}
          <a href={`${routes.userMessages.pattern}?show=notices`}>Go to page 1</a>
        </p>
      ) : (
        list.current_page >= list.last_page && <p className="end-of-list">These are all your notices.</p>
      )}
    </>
  );
}
