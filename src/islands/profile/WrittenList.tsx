import { useStore } from '@nanostores/react';
import type { Written } from '../../lib/contract/profile/profiles.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Empty } from '../shared/Empty.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { StateBadge } from '../shared/StateBadge.tsx';
import { shown } from '../shared/stores/load.ts';
import { Time } from '../shared/Time.tsx';
import { $written, moreWritten, retryWritten } from './more-store.ts';

interface Props {
  readonly id: number;
  readonly name: string;
  readonly mine: boolean;
}

/** The opinions and comments of a player. */
export function WrittenList({ id, name, mine }: Props) {
  const load = useStore($written, { ssr: 'initial' });
  const page = shown(load);
  return (
    <section aria-labelledby="written">
      <div className="section-title">
        <h2 id="written">{mine ? 'Your reviews and comments' : `Reviews and comments by ${name}`}</h2>
        {page !== undefined && page.total > 0 && <span className="num">{formatPoints(page.total)}</span>}
      </div>
      <PagedList
        what="the reviews and comments"
        list={page}
        failure={load.state === 'failed' ? load.error : undefined}
        busy={load.state === 'loading'}
        level={3}
        onRetry={retryWritten}
        skeleton={<RowSkeleton count={3} />}
        nothing={
          mine ? (
            <Empty title="Nothing written yet">
              <p>Your reviews of rewards and games and your comments on articles will show up here.</p>
            </Empty>
          ) : (
            <p className="muted">{name} hasn’t written anything yet.</p>
          )
        }
        more={{ noun: 'reviews and comments', onPress: () => moreWritten(id) }}
      >
        {(written) => (
          <ul className="rows written">
            {written.map((one) => (
              <Line key={one.id} one={one} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function hrefOf({ subject, subject_id: id, subject_name: name }: Written): string {
  if (subject === 'reward') return hrefs.userReward(id, name);
  return subject === 'game' ? hrefs.userGame(id) : hrefs.userArticle(id, name);
}

function Line({ one }: { readonly one: Written }) {
  return (
    <li>
      <p className="by">
        <a href={hrefOf(one)}>
          <b>{one.subject_name}</b>
        </a>
        {one.verified && (
          <StateBadge
            state="confirmed"
            words={one.subject === 'reward' ? 'verified: redeemed it' : 'verified: earned points in it'}
          />
        )}
      </p>
      <p className="said">{one.opinion}</p>
      {one.hidden_for !== null && <p className="notice">Only you can see this. Reason: {one.hidden_for}</p>}
      <small className="muted">
        <Time at={one.created_at} />
        {one.likes > 0 && `, ${one.likes === 1 ? '1 like' : `${formatPoints(one.likes)} likes`}`}
      </small>
    </li>
  );
}
