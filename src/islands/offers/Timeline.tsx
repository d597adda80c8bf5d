import type { Offer, TimelineEntry } from '../../lib/contract/offers/offers.ts';
import { exactTime } from '../../lib/format/dates.ts';
import { formatChange } from '../../lib/format/points.ts';
import { Points } from '../shared/Points.tsx';
import { Time } from '../shared/Time.tsx';
import { Dispute } from './Dispute.tsx';

interface Props {
  readonly offer: Offer;
  readonly mine: NonNullable<Offer['mine']>;
}

/** The player's progress on an offer: why it is or isn't credited, what has happened, and the dispute. */
export function Timeline({ offer, mine }: Props) {
  return (
    <section aria-labelledby="offer-mine">
      <h3 id="offer-mine">Your progress</h3>
      <p className="offer-why" role="status">
        {mine.why}
      </p>
      <ol className="offer-timeline">
        {mine.timeline.map((entry) => (
          <Entry
            key={`${entry.at} ${entry.event} ${entry.what}`}
            entry={entry}
            partner={offer.partner.name}
          />
        ))}
      </ol>
      <p className="muted">
        Click ID <code>{mine.click_id}</code>
      </p>
      <Dispute offer={offer} mine={mine} />
    </section>
  );
}

function wordsOf({ event, what, reason }: TimelineEntry, partner: string): { title: string; text: string } {
  switch (event) {
    case 'opened':
      return { title: 'Started', text: 'You opened the offer' };
    case 'tracked':
      return { title: 'Tracked', text: `${partner} recorded your click` };
    case 'milestone':
      return { title: 'Milestone', text: what };
    case 'credited':
      return { title: 'Credited', text: what };
    case 'reversed':
      return { title: 'Reversed', text: reason === null ? 'no reason given' : `They wrote: “${reason}”` };
    case 'late':
      return { title: 'Not credited', text: `${what}: after the deadline` };
    case 'repeated':
      return { title: 'Reported again', text: `${what}: only counts once` };
  }
}

const tones: Readonly<Record<TimelineEntry['event'], string>> = {
  opened: 'info',
  tracked: 'info',
  milestone: 'ok',
  credited: 'ok',
  reversed: 'bad',
  late: 'bad',
  repeated: 'off',
};

function Entry({ entry, partner }: { readonly entry: TimelineEntry; readonly partner: string }) {
  const { title, text } = wordsOf(entry, partner);
  const tone = entry.state === 'pending' ? 'pending' : tones[entry.event];
  return (
    <li>
      <span className={`state ${tone}`}>{title}</span>
      <span className="what">
        {text}
        {entry.releases_at && (
          <small>
            unlocks on {exactTime(entry.releases_at)} (<Time at={entry.releases_at} />)
          </small>
        )}
      </span>
      <span className="sum-of">
        {entry.points !== null &&
          (entry.points < 0 ? (
            <span className="pts">{formatChange(entry.points)} pts</span>
          ) : (
            <Points points={entry.points} />
          ))}
        <small>
          <Time at={entry.at} />
        </small>
      </span>
    </li>
  );
}
