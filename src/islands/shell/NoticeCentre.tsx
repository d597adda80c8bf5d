import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { routes } from '../../lib/routing/routes.ts';
import { $newestNotices, loadNewestNotices } from '../../lib/stores/notices.ts';
import { $unread } from '../../lib/stores/unread.ts';
import { Failed } from '../shared/Failed.tsx';
import { NoticeItem } from '../shared/NoticeItem.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';

interface Props {
  /** A link was followed: the centre closes. */
  readonly onLeave: () => void;
}

/** The newest notices; being shown here they count as read. */
export function NoticeCentre({ onLeave }: Props) {
  const load = useStore($newestNotices);
  const unread = useStore($unread);
  // Only what this look brings is shown.
  const [asked, setAsked] = useState(false);
  // It outlives the page that it was opened on, whose calls end with it.
  const isEnded = asked && load.state === 'idle';
  useEffect(() => {
    if (asked && !isEnded) return;
    void loadNewestNotices();
    setAsked(true);
  }, [asked, isEnded]);

  const list = asked && load.state === 'ready' ? load.value : undefined;
  const failure = asked && load.state === 'failed' ? load.error.message : undefined;
  const threads = unread?.threads ?? 0;
  return (
    <>
      <header>
        <h2>Notices</h2>
        <a href={routes.userSettings.pattern} onClick={onLeave}>
          Choose what you get
        </a>
      </header>
      {failure !== undefined ? (
        <Failed title="Your notices could not be loaded" reason={failure} onRetry={loadNewestNotices} />
      ) : list === undefined ? (
        <RowSkeleton count={3} />
      ) : list.data.length === 0 ? (
        <p className="muted nothing">
          Nothing yet. What happens to your orders, quests and contests is told here.
        </p>
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are what is pressed, by keyboard as well
        <ul className="notice-list" onClick={(event) => closest(event.target) && onLeave()}>
          {list.data.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      <footer>
        <a href={`${routes.userMessages.pattern}?show=notices`} onClick={onLeave}>
          All notices
        </a>
        <a href={routes.userMessages.pattern} onClick={onLeave}>
          Messages
          {threads > 0 && <span className="state info">{threads} unread</span>}
        </a>
      </footer>
    </>
  );
}

const closest = (target: EventTarget) => target instanceof Element && target.closest('a') !== null;
