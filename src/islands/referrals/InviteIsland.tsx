import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Invite } from '../../lib/contract/referrals/invite.ts';
import { formatPoints, pointsInMoney } from '../../lib/format/points.ts';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { site } from '../../lib/site.ts';
import { Failed } from '../shared/Failed.tsx';
import { Points } from '../shared/Points.tsx';
import { ShareText } from '../shared/ShareText.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { asList } from '../shared/stores/load.ts';
import { pageIn, useQuery } from '../shared/use-address.ts';
import { useList } from '../shared/use-list.ts';
import { Friends } from './Friends.tsx';
import { $invite, loadInvite } from './store.ts';
import './invite.css';

/** The user's invitation link, the points from each friend, and the rules. */
export function InviteIsland() {
  const query = useQuery(routes.userInvite.pattern);
  const page = query === null ? null : pageIn(query);
  const load = useStore($invite, { ssr: 'initial' });
  const { list: invite, ...states } = useList(asList(load, page), loadInvite);
  if (invite === undefined)
    return states.failure !== undefined ? (
      <Failed level={2} title="We couldn’t load your link" reason={states.failure} onRetry={states.onRetry} />
    ) : (
      <Waiting />
    );
  return (
    <div className="invite">
      <section className="panel invite-link" aria-labelledby="invite-link">
        <h2 id="invite-link">Your link</h2>
        <p>
          Share your link. You get {invite.percent}% of what your friends earn in our games, at no cost to
          them.
        </p>
        <ShareLink reflink={invite.reflink} />
        {invite.friends.total > 0 && <Sums invite={invite} />}
      </section>
      <Rules invite={invite} />
      <Friends {...states} friends={invite.friends} />
    </div>
  );
}

function Sums({ invite }: { readonly invite: Invite }) {
  const { earned, coming, friends } = invite;
  return (
    <dl className="sum">
      <dt>Friends who joined</dt>
      <dd className="num">{formatPoints(friends.total)}</dd>
      <dt>Earned so far</dt>
      <dd>
        <Points points={earned} />
      </dd>
      <dt>Pending (paid daily after midnight UTC)</dt>
      <dd>
        <Points points={coming} />
      </dd>
    </dl>
  );
}

function Rules({ invite: { percent, cap, days } }: { readonly invite: Invite }) {
  return (
    <section className="invite-rules" aria-labelledby="invite-rules">
      <h2 id="invite-rules">How it works</h2>
      <ol>
        <li>Send your link to a friend.</li>
        <li>They sign up and confirm their email address.</li>
        <li>
          You get {percent}% of what they earn in our games for {days} days, up to {formatPoints(cap)} points
          ({pointsInMoney(cap)}) per friend.
        </li>
      </ol>
      <details className="few">
        <summary>All the rules</summary>
        <ul>
          <li>
            You get {percent}% of what a friend earns from quests in our games, for {days} days after they
            join. It starts when they confirm their email address. Offers, giveaways, cases and articles don’t
            count.
          </li>
          <li>
            You can earn up to {formatPoints(cap)} points ({pointsInMoney(cap)}) per friend. Invite as many
            friends as you like.
          </li>
          <li>We pay your share once a day, after midnight UTC. Your friend keeps everything they earn.</li>
          <li>
            You see a friend’s name and avatar, the day they joined, your share, and whether we’re reviewing
            their account. We tell them so before they sign up.
          </li>
          <li>You can’t refer yourself. If it looks like you did, we review it before we pay your share.</li>
          <li>If these terms change, the ones from the day your friend joined still apply.</li>
        </ul>
      </details>
    </section>
  );
}

/** A placeholder for link, totals and friends, at their size. */
function Waiting() {
  return (
    <div className="invite" aria-busy="true">
      <p className="unseen" role="status" aria-label="Loading your link" />
      <div className="panel invite-link">
        <span className="skeleton line" />
        <span className="skeleton line" />
        <span className="skeleton invite-link-size" />
      </div>
      <div className="invite-rules">
        {['a', 'b', 'c'].map((rule) => (
          <p key={rule}>
            <span className="skeleton line" />
            <span className="skeleton line short" />
          </p>
        ))}
      </div>
      <div className="invite-friends">
        <RowSkeleton count={4} />
      </div>
    </div>
  );
}

function ShareLink({ reflink }: { readonly reflink: string }) {
  // The origin is always available here, because this isn't rendered in the build: the link comes from the API.
  const [origin] = useState(() => location.origin);
  const link = origin + hrefs.invitation(reflink);
  return (
    <ShareText
      text={link}
      copy="Copy link"
      share={{
        title: site.name,
        text: `Play games with me on ${site.name}. I get a share of what you earn, at no cost to you.`,
        url: link,
      }}
    />
  );
}
