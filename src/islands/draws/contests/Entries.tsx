import { useStore } from '@nanostores/react';
import type { ContestEntry } from '../../../lib/contract/draws/contests.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { Art } from '../../shared/Art.tsx';
import { Empty } from '../../shared/Empty.tsx';
import { PagedList } from '../../shared/PagedList.tsx';
import { Points } from '../../shared/Points.tsx';
import { RowSkeleton } from '../../shared/Skeleton.tsx';
import { asList } from '../../shared/stores/load.ts';
import { Time } from '../../shared/Time.tsx';
import { useList } from '../../shared/use-list.ts';
import { entryWords, ordinal } from './contest-places.ts';
import { $contestEntries, loadContestEntries } from './entries-store.ts';

/** All of the player's contest entries and their results, newest first. */
export function Entries({ page }: { readonly page: number }) {
  const load = useStore($contestEntries, { ssr: 'initial' });
  const states = useList(asList(load, page), loadContestEntries);
  return (
    <PagedList
      {...states}
      what="your entries"
      skeleton={<RowSkeleton count={6} />}
      head={({ total }) => total > 0 && <p className="count">{entryWords(total)}</p>}
      nothing={
        <Empty level={2} title="You haven’t entered a giveaway">
          <p>Giveaways are free to enter. Your entries show up here, with your number and what you won.</p>
          <a className="button quiet small" href={routes.userContests.pattern}>
            See giveaways
          </a>
        </Empty>
      }
    >
      {(entries) => (
        <ul className="rows entries">
          {entries.map((entry) => (
            <Line key={entry.contest.id} entry={entry} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Line({ entry }: { readonly entry: ContestEntry }) {
  const { contest, number, entered_at, drawn, won } = entry;
  return (
    <li className="row">
      <Art names={[contest.slug]} other="raffle" size={44} />
      <span>
        <a href={hrefs.userContest(contest.id, contest.name)}>
          <b>{contest.name}</b>
        </a>
        <small>
          No. {formatPoints(number)} of {entryWords(contest.entries)}, entered <Time at={entered_at} />
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
            <span className="state off">cancelled</span>
            <small>{contest.called_off}</small>
          </>
        ) : drawn ? (
          <span className="state off">didn’t win</span>
        ) : (
          <>
            <span className="state pending">
              {contest.state === 'ended' ? 'drawing winners' : 'you’re in'}
            </span>
            <small>
              {contest.state === 'ended' ? 'ended' : 'ends'} <Time at={contest.ends_at} />
            </small>
          </>
        )}
      </span>
    </li>
  );
}
