import type { OfferCard as Card } from '../../lib/contract/offers/offers.ts';
import { durationWords, shareWords } from '../../lib/format/duration.ts';
import { formatPoints, pointsInMoney } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Art } from '../shared/Art.tsx';
import { deviceWords, kindWords, offerBadges, spendWords } from './offer-words.ts';

interface Props {
  readonly offer: Card;
  /** Whether it is labelled as a demo, if it is one. */
  readonly hasLabel: boolean;
}

/** An offer in the list: description and requirements on the left, its pay on the stub. */
export function OfferCard({ offer, hasLabel }: Props) {
  const { id, slug, name, kind, summary, partner, points, devices, spend_cents, state, figures } = offer;
  const badge = state === 'new' ? undefined : offerBadges[state];
  return (
    <a className="torn-card offer" href={hrefs.userOffer(id)}>
      <span className="paper">
        <Art names={[slug, kind]} other="gamepad" />
        <span className="words">
          <b>{name}</b>
          <small>{summary}</small>
          <span className="foot">
            {partner.demo && hasLabel && <span className="label demo">{partner.name}</span>}
            {badge && <span className={`state ${badge.tone}`}>{badge.words}</span>}
            <small>
              {kindWords[kind]}, {deviceWords(devices)}, {spendWords(spend_cents)}
            </small>
          </span>
          {figures && (
            <small className="num">
              Typically credited within {durationWords(figures.median_seconds)}; reversed{' '}
              {shareWords(figures.reversed, figures.credited)}
            </small>
          )}
        </span>
      </span>
      <span className="stub">
        <span className="pts">{formatPoints(points)} pts</span>
        <span className="money">{pointsInMoney(points)}</span>
      </span>
    </a>
  );
}

/** A placeholder for the offers, at their size. */
export function OffersSkeleton() {
  return (
    <ul className="offers-list" aria-busy="true" aria-label="Loading offers">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((at) => (
        <li key={at}>
          <span className="skeleton offer-size" />
        </li>
      ))}
    </ul>
  );
}
