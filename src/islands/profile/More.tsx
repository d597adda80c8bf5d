import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Profile, Written } from '../../lib/contract/profiles.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { shown } from '../../lib/stores/load.ts';
import { Empty } from '../shared/Empty.tsx';
import { Failed } from '../shared/Failed.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { StateBadge } from '../shared/StateBadge.tsx';
import { Time } from '../shared/Time.tsx';
import { $publicFace, $written, loadFace, loadMore, moreWritten, retryWritten } from './more-store.ts';

interface Props {
  readonly id: number;
  readonly name: string;
  readonly mine: boolean;
}

/** Level, badges and what was written in public. */
export function More({ id, name, mine }: Props) {
  const face = useStore($publicFace, { ssr: 'initial' });
  useEffect(() => void loadMore(id), [id]);
  const profile = shown(face);
  // A host without this call shows the face alone.
  if (face.state === 'failed' && !profile)
    return face.error.code === 'not_offered' ? null : (
      <Failed title="We couldn’t load level and badges" reason={face.error} onRetry={() => loadFace(id)} />
    );
  if (profile?.user.id !== id) return <RowSkeleton count={3} />;
  if (profile.hidden)
    return <p className="notice">{name} keeps this profile private. Only the name and avatar are shown.</p>;
  return (
    <div className="stack profile-more">
      <Standing profile={profile} mine={mine} />
      <Badges badges={profile.badges} name={name} mine={mine} />
      <Opinions id={id} name={name} mine={mine} />
    </div>
  );
}

function Standing({
  profile: { level, progress },
  mine,
}: {
  readonly profile: Profile;
  readonly mine: boolean;
}) {
  if (level === null) return null;
  const missing = progress?.next == null ? null : progress.next - progress.earned;
  return (
    <section aria-labelledby="level">
      <div className="section-title">
        <h2 id="level">Level {level}</h2>
        {missing !== null && <span className="num">{formatPoints(missing)} points to the next level</span>}
      </div>
      {progress?.next != null && (
        <progress className="bar" max={progress.next - progress.from} value={progress.earned - progress.from}>
          {formatPoints(progress.earned)} points earned
        </progress>
      )}
      <p className="muted">
        {mine
          ? 'Based on points you earned. Spending them won’t lower your level. Other players see only the number.'
          : 'Based on points earned.'}
      </p>
    </section>
  );
}

interface BadgesProps extends Pick<Props, 'name' | 'mine'> {
  readonly badges: Profile['badges'];
}

function Badges({ badges, name, mine }: BadgesProps) {
  return (
    <section aria-labelledby="badges">
      <div className="section-title">
        <h2 id="badges">Badges</h2>
        {badges.length > 0 && <span className="num">{badges.length}</span>}
      </div>
      {badges.length === 0 ? (
        <p className="muted">
          {mine
            ? 'None yet. Get one for your first reward, ten quests, a contest win, an article or five reviews.'
            : `${name} has none yet.`}
        </p>
      ) : (
        <ul className="badges">
          {badges.map((badge) => (
            <li key={badge.id}>
              <b>{badge.name}</b>
              <small>{badge.what}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Opinions({ id, name, mine }: Props) {
  const load = useStore($written, { ssr: 'initial' });
  const page = shown(load);
  return (
    <section aria-labelledby="written">
      <div className="section-title">
        <h2 id="written">{mine ? 'Your reviews & posts' : `Reviews & posts by ${name}`}</h2>
        {page !== undefined && page.total > 0 && <span className="num">{formatPoints(page.total)}</span>}
      </div>
      <PagedList
        what={`the reviews and posts`}
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
        more={{ noun: 'reviews and posts', onPress: () => moreWritten(id) }}
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
            words={one.subject === 'reward' ? 'verified: redeemed it' : 'verified: earned in it'}
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
