import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs, routes } from '../../lib/routes.ts';
import { shown } from '../../lib/stores/load.ts';
import { $submissions, $unsaved, loadSubmissions } from '../../lib/stores/submissions.ts';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { Pages } from '../ui/Pager.tsx';
import { RowSkeleton } from '../ui/Skeleton.tsx';
import { Stale } from '../ui/Stale.tsx';
import { changeAddress, withQuery } from '../ui/use-address.ts';
import { followHere } from './follow-here.ts';
import { Row } from './Row.tsx';
import { Rules } from './Rules.tsx';

const NEW = hrefs.draft('new');

/** What one has written, how it stands, and what is asked of an article. `page` is null until the address is known. */
export function Articles({ page }: { readonly page: number | null }) {
  return (
    <div className="write">
      <div className="write-main">
        <p>
          <a className="button" href={NEW} onClick={followHere}>
            Write an article
          </a>
        </p>
        <Unsaved />
        <List page={page} />
      </div>
      <Rules />
    </div>
  );
}

/** Texts that only this browser has. */
function Unsaved() {
  const copies = useStore($unsaved, { ssr: 'initial' });
  if (copies.length === 0) return null;
  return (
    <section className="notice" aria-labelledby="unsaved">
      <h2 id="unsaved">Only in this browser so far</h2>
      <p>
        The server hasn’t got these changes yet. Open one, and it is saved as soon as there is a connection.
      </p>
      <ul>
        {copies.map(({ key, draft }) => (
          <li key={key}>
            <a href={hrefs.draft(key)} onClick={followHere}>
              {draft.title.trim() || 'Without a title'}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function List({ page }: { readonly page: number | null }) {
  const load = useStore($submissions, { ssr: 'initial' });
  const top = useRef<HTMLElement>(null);
  useEffect(() => {
    if (page !== null) void loadSubmissions(page);
  }, [page]);

  function show(next: number) {
    const address = routes.userCreateContent.pattern;
    changeAddress(withQuery(address, next === 1 ? {} : { page: String(next) }), 'push');
    top.current?.focus({ preventScroll: true });
  }

  const list = shown(load);
  if (load.state === 'failed' && !list?.total)
    return (
      <Failed
        level={2}
        title="Your articles could not be loaded"
        reason={load.error.message}
        onRetry={() => loadSubmissions(page ?? 1)}
      />
    );
  if (list === undefined) return <RowSkeleton count={4} />;
  if (list.total === 0)
    return (
      <Empty level={2} title="You haven’t written anything yet">
        <p>
          A guide that would have helped you, or an honest look at a game you know. It is saved while you
          write, and nobody sees it before you hand it in.
        </p>
      </Empty>
    );
  return (
    <section aria-labelledby="mine" ref={top} tabIndex={-1} className="mine">
      <div className="section-title">
        <h2 id="mine">Your articles</h2>
        <p role="status">{list.total === 1 ? '1 article' : `${formatPoints(list.total)} articles`}</p>
      </div>
      {load.state === 'failed' && (
        <Stale reason={load.error.message} onRetry={() => loadSubmissions(page ?? 1)}>
          What you see are your articles as they were.
        </Stale>
      )}
      <ul className="rows" aria-busy={load.state === 'loading'}>
        {list.data.map((one) => (
          <Row key={one.key} one={one} />
        ))}
      </ul>
      <Pages
        page={list.current_page}
        lastPage={list.last_page}
        busy={load.state === 'loading'}
        onPage={show}
      />
      {list.data.length === 0 ? (
        <p className="end-of-list">The list is shorter than that.</p>
      ) : (
        list.current_page >= list.last_page && <p className="end-of-list">These are all your articles.</p>
      )}
    </section>
  );
}
