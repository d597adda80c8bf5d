import { useStore } from '@nanostores/react';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Empty } from '../shared/Empty.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { asList } from '../shared/stores/load.ts';
import { useList } from '../shared/use-list.ts';
import { followHere } from './follow-here.ts';
import { Row } from './Row.tsx';
import { Rules } from './Rules.tsx';
import { $submissions, $unsaved, loadSubmissions } from './store.ts';

const NEW = hrefs.draft('new');

/** The player's articles with their states, and the requirements for an article. `page` is null until the address is known. */
export function Articles({ page }: { readonly page: number | null }) {
  return (
    <div className="write">
      <div className="write-main">
        <p>
          <a className="button" href={NEW} onClick={followHere}>
            Start an article
          </a>
        </p>
        <Unsaved />
        <List page={page} />
      </div>
      <Rules />
    </div>
  );
}

/** Texts that exist only in this browser. */
function Unsaved() {
  const copies = useStore($unsaved, { ssr: 'initial' });
  if (copies.length === 0) return null;
  return (
    <section className="notice" aria-labelledby="unsaved">
      <h2 id="unsaved">Saved only in this browser</h2>
      <p>We haven’t saved these changes to your account yet. Open one to save it once you’re online.</p>
      <ul>
        {copies.map(({ key, draft }) => (
          <li key={key}>
            <a href={hrefs.draft(key)} onClick={followHere}>
              {draft.title.trim() || 'Untitled'}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function List({ page }: { readonly page: number | null }) {
  const states = useList(asList(useStore($submissions, { ssr: 'initial' }), page), loadSubmissions);
  return (
    <PagedList
      {...states}
      what="your articles"
      skeleton={<RowSkeleton count={4} />}
      head={({ total }) =>
        total > 0 && (
          <div className="section-title">
            <h2>Your articles</h2>
            <p>{total === 1 ? '1 article' : `${formatPoints(total)} articles`}</p>
          </div>
        )
      }
      nothing={
        <Empty level={2} title="You haven’t written anything yet">
          <p>
            Write a guide you wish you’d had, or an honest review of a game you know. We save it as you write,
            and nobody sees it until you submit it.
          </p>
        </Empty>
      }
    >
      {(articles) => (
        <ul className="rows">
          {articles.map((one) => (
            <Row key={one.key} one={one} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}
