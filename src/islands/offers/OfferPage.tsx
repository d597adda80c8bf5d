import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { Offer } from '../../lib/contract/offers/offers.ts';
import { durationWords, shareWords } from '../../lib/format/duration.ts';
import { formatMoney } from '../../lib/format/points.ts';
import { routes } from '../../lib/routing/routes.ts';
import { Art } from '../shared/Art.tsx';
import { DetailPage } from '../shared/DetailPage.tsx';
import { Facts } from '../shared/Facts.tsx';
import { Points } from '../shared/Points.tsx';
import { OfferTicket } from './OfferTicket.tsx';
import { countryWords, deviceWords, hoursWords, kindWords, spendWords, stepBadges } from './offer-words.ts';
import { $offer, followOffers, loadOffer, refreshOffer } from './store.ts';
import { Timeline } from './Timeline.tsx';
import './offer.css';

/** One offer: requirements, pay and the player's progress. Keeps itself up to date. */
export function OfferPage({ id }: { readonly id: number }) {
  useEffect(() => (id === 0 ? undefined : followOffers(id)), [id]);
  return (
    <DetailPage
      noun="offer"
      id={id}
      load={useStore($offer, { ssr: 'initial' })}
      ask={loadOffer}
      refresh={refreshOffer}
      list={routes.userOfferwalls.pattern}
      of={(offer) => offer}
      skeleton={
        <div className="offer-view" aria-busy="true">
          <span className="skeleton offer-head-size" />
          <span className="skeleton offer-ticket-size" />
        </div>
      }
    >
      {(offer) => <OfferView offer={offer} />}
    </DetailPage>
  );
}

function OfferView({ offer }: { readonly offer: Offer }) {
  const { name, slug, kind, partner, summary, description } = offer;
  const heading = useRef<HTMLHeadingElement>(null);
  // Move the focus to the heading, so that keyboard and screen-reader users know where they are.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <p className="back">
        <a href={routes.userOfferwalls.pattern}>All offers</a>
      </p>
      <article className="offer-view">
        <header className="offer-head">
          <Art names={[slug, kind]} other="gamepad" size={88} />
          <div>
            <h2 ref={heading} tabIndex={-1}>
              {name}
            </h2>
            <p className="muted">
              {kindWords[kind]} by {partner.name}. {summary}
            </p>
          </div>
        </header>
        <OfferTicket offer={offer} />
        <div className="offer-about">
          {offer.mine && <Timeline offer={offer} mine={offer.mine} />}
          <section aria-labelledby="offer-what">
            <h3 id="offer-what">About this offer</h3>
            <p>{description}</p>
          </section>
          <Steps offer={offer} />
          <Requirements offer={offer} />
          <Figures offer={offer} />
        </div>
      </article>
    </>
  );
}

function Steps({ offer }: { readonly offer: Offer }) {
  const steps = [...offer.milestones, { code: '', ...offer.goal }];
  return (
    <section aria-labelledby="offer-steps">
      <h3 id="offer-steps">How you earn</h3>
      <ol className="offer-steps">
        {steps.map(({ code, name, points, state }) => (
          <li key={code}>
            <span>
              {name}
              {offer.mine && (
                <span className={`state ${stepBadges[state].tone}`}>{stepBadges[state].words}</span>
              )}
            </span>
            {points > 0 ? <Points points={points} /> : <small>progress check</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Requirements({ offer }: { readonly offer: Offer }) {
  const { new_users_only, spend_cents, deadline_days, devices, countries } = offer.requirements;
  return (
    <section aria-labelledby="offer-asks">
      <h3 id="offer-asks">Requirements</h3>
      <Facts
        className="offer-facts"
        of={[
          ['For', new_users_only ? 'New users only' : 'New and existing users'],
          ['Price', spendWords(spend_cents)],
          ['Time limit', `${deadline_days} ${deadline_days === 1 ? 'day' : 'days'} after you start`],
          ['Device', deviceWords(devices)],
          ['Countries', countryWords(countries)],
          ['Pending for', holdsInWords(offer)],
        ]}
      />
    </section>
  );
}

/** "up to $1.00 for 24 hours, up to $10.00 for 7 days, above that for 30 days" */
function holdsInWords({ holds }: Offer): string {
  return holds
    .map(({ up_to_cents, hours }) => {
      const size =
        up_to_cents === null ? (holds.length > 1 ? 'above that' : '') : `up to ${formatMoney(up_to_cents)}`;
      return size === '' ? hoursWords(hours) : `${hoursWords(hours)} ${size}`;
    })
    .join(', ');
}

function Figures({ offer: { figures } }: { readonly offer: Offer }) {
  return (
    <section aria-labelledby="offer-measured">
      <h3 id="offer-measured">Stats</h3>
      {figures ? (
        <Facts
          className="offer-facts num"
          of={[
            [
              'Credited',
              `typically within ${durationWords(figures.median_seconds)}, 90% within ${durationWords(figures.p90_seconds)}`,
            ],
            ['Reversed', `${shareWords(figures.reversed, figures.credited)} in the last 90 days`],
          ]}
        />
      ) : (
        <p className="muted">Not enough data from the last 90 days.</p>
      )}
    </section>
  );
}
