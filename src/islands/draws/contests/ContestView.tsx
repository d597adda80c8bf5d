import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Contest } from '../../../lib/contract/draws/contests.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { $user } from '../../../lib/session/session.ts';
import { lazy } from '../../shared/lazy.tsx';
import { Time } from '../../shared/Time.tsx';
import { useTurn } from '../../shared/use-turn.ts';
import { type Area, badges, entryWords, oddsWords } from './contest-places.ts';
import { $entering, $present, refreshContest } from './contest-store.ts';
import { EntryTicket } from './EntryTicket.tsx';
import { Prizes } from './Prizes.tsx';
import { Rules } from './Rules.tsx';
import { TimeLeft } from './TimeLeft.tsx';

// Loaded when the user opens it.
const PastDraws = lazy(async () => (await import('./PastDraws.tsx')).PastDraws);
// Loaded separately, because only ended contests have it.
const DrawAgain = lazy(async () => (await import('./DrawAgain.tsx')).DrawAgain);

interface Props {
  readonly contest: Contest;
  readonly area: Area;
}

/** Everything about one contest: prizes, rules, the player's entry, and after the draw the winners and the proof. */
export function ContestView({ contest, area }: Props) {
  const user = useStore($user, { ssr: 'initial' }) ?? null;
  const entering = useStore($entering, { ssr: 'initial' });
  const present = useStore($present, { ssr: 'initial' });
  const [opened, setOpened] = useState(false);
  useTurn(contest, turnOf(contest), () => refreshContest(contest.id));
  const { tone, words } = badges[contest.state];
  // Exact times too, because there is no hover on a touch screen.
  const facts = (
    <dl className="facts">
      <Fact term="Status">
        <span className={`state ${tone}`}>{words}</span>
      </Fact>
      <Fact term={contest.state === 'ended' ? 'Ended' : 'Ends'}>
        <TimeLeft at={contest.ends_at} /> <small>{exactTime(contest.ends_at)}</small>
      </Fact>
      <Fact term="Entries">
        <span className="num">{entryWords(contest.entries)}</span>
        {present !== null && present > 1 && <small> {formatNumber(present)} people here now</small>}
      </Fact>
      {contest.state !== 'ended' && <Fact term="Odds">{oddsWords(contest)}</Fact>}
      {contest.state !== 'ended' && contest.last_winner !== null && (
        <Fact term="Last winner">{contest.last_winner}</Fact>
      )}
      <Fact term={contest.state === 'coming' ? 'Begins' : 'Began'}>
        <Time at={contest.starts_at} /> <small>{exactTime(contest.starts_at)}</small>
      </Fact>
      <Fact term="Game or platform">{contest.game}</Fact>
    </dl>
  );

  return (
    <div className="detail-view contest-view" data-drawn="">
      <p className="lead">{contest.summary}</p>
      <EntryTicket contest={contest} area={area} user={user} entering={entering} />
      <div className="about">
        {contest.state === 'ended' ? null : facts}
        <Prizes contest={contest} />
        {contest.state === 'ended' ? facts : null}
        <details className="fold past-draws" onToggle={({ currentTarget: { open } }) => setOpened(open)}>
          <summary>Past winners</summary>
          {opened && <PastDraws contest={contest} area={area} />}
        </details>
        <Rules rules={contest.rules} />
        {contest.state === 'ended' && contest.called_off === null && <DrawAgain contest={contest} />}
      </div>
    </div>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Returns when it begins or ends, whichever is next. */
function turnOf({ state, starts_at, ends_at }: Contest): string | null {
  if (state === 'ended') return null;
  return state === 'coming' ? starts_at : ends_at;
}
