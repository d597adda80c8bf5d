import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Profile } from '../../lib/contract/profile/profiles.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Failed } from '../shared/Failed.tsx';
import { MedalMark } from '../shared/MedalMark.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { shown } from '../shared/stores/load.ts';
import { Badges } from './Badges.tsx';
import { Collection } from './Collection.tsx';
import { Days } from './Days.tsx';
import { $publicFace, loadFace, loadMore } from './more-store.ts';
import { WrittenList } from './WrittenList.tsx';

interface Props {
  readonly id: number;
  readonly name: string;
  readonly mine: boolean;
}

/** Below a profile's head: the level, the days, best scores, badges, creatures, and opinions and comments. */
export function More({ id, name, mine }: Props) {
  const face = useStore($publicFace, { ssr: 'initial' });
  useEffect(() => void loadMore(id), [id]);
  const profile = shown(face);
  // Without this call, the host shows only the basic profile.
  if (face.state === 'failed' && !profile)
    return face.error.code === 'not_offered' ? null : (
      <Failed
        title="We couldn’t load the level and badges"
        reason={face.error}
        onRetry={() => loadFace(id)}
      />
    );
  if (profile?.user.id !== id) return <RowSkeleton count={3} />;
  if (profile.hidden)
    return <p className="notice">{name} keeps this profile private. Only the name and avatar are shown.</p>;
  return (
    <div className="stack profile-more">
      <div className="profile-top">
        <ProfileStats profile={profile} mine={mine} />
        {mine && <Days days={profile.days ?? []} streak={profile.streak ?? 0} />}
      </div>
      <Best best={profile.best ?? []} />
      <Badges badges={profile.badges} name={name} mine={mine} />
      <Collection
        found={profile.creatures ?? []}
        breedsAt={profile.breeds_at ?? null}
        name={name}
        mine={mine}
      />
      <WrittenList id={id} name={name} mine={mine} />
    </div>
  );
}

function ProfileStats({
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

function Best({ best }: { readonly best: NonNullable<Profile['best']> }) {
  if (best.length === 0) return null;
  return (
    <section aria-labelledby="best">
      <h2 id="best">Best scores</h2>
      <ul className="shelf">
        {best.map(({ id, game_id, game, name, score, medal }) => (
          <li key={`${game_id} ${id}`}>
            <b className="num">
              {formatPoints(score)} {medal && <MedalMark medal={medal} />}
            </b>
            <a href={hrefs.userGame(game_id)}>{game}</a>
            {name && <small>{name}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
