import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Profile, Written } from '../../lib/contract/profile/profiles.ts';
import { badgeWords } from '../../lib/format/badges.ts';
import { longDate, MONTHS } from '../../lib/format/dates.ts';
import * as icons from '../../lib/format/icons.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Empty } from '../shared/Empty.tsx';
import { Failed } from '../shared/Failed.tsx';
import { MedalMark } from '../shared/MedalMark.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { StateBadge } from '../shared/StateBadge.tsx';
import { shown } from '../shared/stores/load.ts';
import { Time } from '../shared/Time.tsx';
import { Collection } from './Collection.tsx';
import { $publicFace, $written, loadFace, loadMore, moreWritten, retryWritten } from './more-store.ts';

interface Props {
  readonly id: number;
  readonly name: string;
  readonly mine: boolean;
}

/** The level, the badges, and public opinions and comments. */
export function More({ id, name, mine }: Props) {
  const face = useStore($publicFace, { ssr: 'initial' });
  useEffect(() => void loadMore(id), [id]);
  const profile = shown(face);
  // Without this call, the host shows only the basic profile.
  if (face.state === 'failed' && !profile)
    return face.error.code === 'not_offered' ? null : (
      <Failed title="We couldn’t load level and badges" reason={face.error} onRetry={() => loadFace(id)} />
    );
  if (profile?.user.id !== id) return <RowSkeleton count={3} />;
  if (profile.hidden)
    return <p className="notice">{name} keeps this profile private. Only the name and avatar are shown.</p>;
  return (
    <div className="stack profile-more">
      <div className="profile-top">
        <ProfileStats profile={profile} mine={mine} />
        {mine && <Days days={profile.days ?? []} />}
      </div>
      <Badges badges={profile.badges} name={name} mine={mine} />
      <Collection
        found={profile.creatures ?? []}
        breedsAt={profile.breeds_at ?? null}
        name={name}
        mine={mine}
      />
      <Best best={profile.best ?? []} />
      <Opinions id={id} name={name} mine={mine} />
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

interface BadgesProps extends Pick<Props, 'name' | 'mine'> {
  readonly badges: Profile['badges'];
}

/** How many badges a new player sees on a phone. The other ones are behind a fold. */
const FIRST_BADGES = 4;

/** The badges of a player. The owner also sees how to get the others. */
function Badges({ badges, name, mine }: BadgesProps) {
  const others = mine
    ? Object.entries(badgeWords).filter(([id]) => !badges.some((had) => had.id === id))
    : [];
  const [isPhone] = useState(() => matchMedia('(width <= 760px)').matches);
  const next = isPhone ? others.slice(0, Math.max(0, FIRST_BADGES - badges.length)) : others;
  const rest = others.slice(next.length);
  return (
    <section aria-labelledby="badges">
      <div className="section-title">
        <h2 id="badges">Badges</h2>
        {mine ? (
          <span className="num">
            {badges.length} of {badges.length + others.length}
          </span>
        ) : (
          badges.length > 0 && <span className="num">{badges.length}</span>
        )}
      </div>
      {badges.length + others.length === 0 ? (
        <p className="muted">{name} has none yet.</p>
      ) : (
        <ul className="badges">
          {badges.map((badge) => (
            <li key={badge.id}>
              <Medal id={badge.id} />
              <div>
                <b>{badge.name}</b>
                <small>{badge.what}</small>
              </div>
            </li>
          ))}
          {next.map(([id, words]) => (
            <OpenBadge key={id} id={id} {...words} />
          ))}
        </ul>
      )}
      {rest.length > 0 && (
        <details className="few">
          <summary>
            {rest.length} more {rest.length === 1 ? 'badge' : 'badges'}
          </summary>
          <ul className="badges">
            {rest.map(([id, words]) => (
              <OpenBadge key={id} id={id} {...words} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** A badge that the player can still get. */
function OpenBadge({ id, name, how }: { readonly id: string; readonly name: string; readonly how: string }) {
  return (
    <li className="open">
      <Medal id={id} />
      <div>
        <b>{name}</b>
        <small>{how}</small>
      </div>
    </li>
  );
}

/** A drawing for each badge. */
const drawings: Readonly<Record<string, string>> = {
  redeemed: icons.rewards,
  quests: icons.orders,
  week: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 15l3 3 5-5',
  winner: icons.contests,
  tournament: 'M8 3h8l-4 7zM12 10a5 5 0 1 0 0 10a5 5 0 0 0 0-10',
  author: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3M5 21h14',
  critic: 'M4 5h16v11H11l-4 4v-4H4zM8 9h8M8 12h5',
};

function Medal({ id }: { readonly id: string }) {
  return (
    <svg className="medal" viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="21" />
      <circle cx="24" cy="24" r="17" />
      <path d={drawings[id] ?? icons.contests} transform="translate(12 12)" />
    </svg>
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

const DAY_MS = 86_400_000;
const WEEKS = 12;

/**
 * Whether a month's name is above the column of this day: where the month begins, and above the first column, unless the next
 * name would touch it.
 */
const isNamed = (day: string, at: number): boolean =>
  day.endsWith('-01') || (at === 0 && Number(day.slice(-2)) < 18);

/** The last twelve weeks, one column per week with Monday at the top. Future days are left out. */
function Days({ days }: { readonly days: readonly string[] }) {
  if (days.length === 0) return null;
  const played = new Set(days);
  const today = Math.floor(Date.now() / DAY_MS);
  // Day 0 (1 January 1970) was a Thursday.
  const first = today - ((today + 3) % 7) - (WEEKS - 1) * 7;
  const dayAt = (at: number) => new Date((first + at) * DAY_MS).toISOString().slice(0, 10);
  const shown = Array.from({ length: today - first + 1 }, (_, at) => dayAt(at));
  const count = shown.filter((day) => played.has(day)).length;
  return (
    <section aria-labelledby="days">
      <div className="section-title">
        <h2 id="days">Days you played</h2>
        <span className="num">
          {count} in the last {WEEKS} weeks
        </span>
      </div>
      <div className="months" aria-hidden="true">
        {shown.map(
          (day, at) =>
            isNamed(day, at) && (
              <small key={day} style={{ gridColumn: Math.floor(at / 7) + 1 }}>
                {MONTHS[Number(day.slice(5, 7)) - 1]?.slice(0, 3)}
              </small>
            ),
        )}
      </div>
      <div className="calendar" aria-hidden="true">
        {shown.map((day) => (
          <span key={day} className={played.has(day) ? 'played' : undefined} title={longDate(day)} />
        ))}
      </div>
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
