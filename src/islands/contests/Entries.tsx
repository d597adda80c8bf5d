import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { ContestEntry } from '../../lib/contract/contests.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs, routes } from '../../lib/routes.ts';
import { $contestEntries, loadContestEntries } from '../../lib/stores/contest-entries.ts';
import { shown } from '../../lib/stores/load.ts';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { Pages } from '../ui/Pager.tsx';
import { Points } from '../ui/Points.tsx';
import { RowSkeleton } from '../ui/Skeleton.tsx';
import { Sprite } from '../ui/Sprite.tsx';
import { Stale } from '../ui/Stale.tsx';
import { Time } from '../ui/Time.tsx';
import { changeAddress } from '../ui/use-address.ts';
import { ENTRIES, entryWords, ordinal } from './contest-places.ts';

/** Every contest that the reader entered, newest first, and what came of it. */
export function Entries({ page }: { readonly page: number }) {
  const load = useStore($contestEntries, { ssr: 'initial' });
  const top = useRef<HTMLDivElement>(null);

  useEffect(() => {
    void loadContestEntries(page);
  }, [page]);

  function show(next: number) {
    changeAddress(next === 1 ? ENTRIES : `${ENTRIES}&page=${next}`, 'push');
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }

  const list = shown(load);
  if (load.state === 'failed' && !list?.total)
    return (
      <Failed
        level={2}
        title="Your entries could not be loaded"
        reason={load.error.message}
        onRetry={() => loadContestEntries(page)}
      />
    );
  if (list === undefined) return <RowSkeleton count={6} />;
  if (list.total === 0)
    return (
      <Empty level={2} title="You haven’t entered a contest">
        <p>Entering is free. What you enter stands here, with your number and what it won.</p>
        <a className="button quiet small" href={routes.userContests.pattern}>
          See the contests
        </a>
      </Empty>
    );
  return (
    <div className="entries" ref={top} tabIndex={-1}>
      {load.state === 'failed' && (
        <Stale reason={load.error.message} onRetry={() => loadContestEntries(page)}>
          What you see is the list as it was.
        </Stale>
      )}
      <p className="count" role="status">
        {entryWords(list.total)}
      </p>
      <ul className="rows" aria-busy={load.state === 'loading'}>
        {list.data.map((entry) => (
          <Line key={entry.contest.id} entry={entry} />
        ))}
      </ul>
      <Pages
        page={list.current_page}
        lastPage={list.last_page}
        busy={load.state === 'loading'}
        onPage={show}
      />
      {list.data.length === 0 ? (
        <p className="end-of-list">
          The list is shorter than that. <a href={ENTRIES}>Go to page 1</a>
        </p>
      ) : (
        list.current_page >= list.last_page && <p className="end-of-list">These are all your entries.</p>
      )}
    </div>
  );
}

function Line({ entry }: { readonly entry: ContestEntry }) {
  const { contest, number, seed, entered_at, drawn, won } = entry;
  return (
    <li className="row">
      <Sprite id={contest.slug} size={44} />
      <span>
        <a href={hrefs.userContest(contest.id, contest.name)}>
          <b>{contest.name}</b>
        </a>
        <small>
          No. {formatPoints(number)} of {entryWords(contest.entries)}, with the seed{' '}
          <span className="seed">{seed}</span>
        </small>
        <small>
          entered <Time at={entered_at} />
        </small>
      </span>
      <span className="result">
        {won ? (
          <>
            <span className="state ok">{ordinal(won.place)} place</span>
            <Points points={won.points} />
          </>
        ) : contest.called_off !== null ? (
          <>
            <span className="state off">called off</span>
            <small>{contest.called_off}</small>
          </>
        ) : drawn ? (
          <span className="state off">won nothing</span>
        ) : (
          <>
            <span className="state pending">{contest.state === 'ended' ? 'being drawn' : 'you are in'}</span>
            <small>
              {contest.state === 'ended' ? 'ended' : 'ends'} <Time at={contest.ends_at} />
            </small>
          </>
        )}
      </span>
    </li>
  );
}
