import { useStore } from '@nanostores/react';
import type { Offer } from '../../lib/contract/offers/offers.ts';
import { exactTime } from '../../lib/format/dates.ts';
import { formatPoints, pointsInMoney } from '../../lib/format/points.ts';
import { routes } from '../../lib/routing/routes.ts';
import { Alert } from '../shared/Alert.tsx';
import { Button } from '../shared/Button.tsx';
import { Time } from '../shared/Time.tsx';
import { deviceWords, offerBadges, spendWords } from './offer-words.ts';
import { $opening, openOffer } from './store.ts';
import '../shared/draw.css';

/** Whether the offer counts on this device. A tablet can be either kind. */
function isHere(devices: Offer['devices']): boolean {
  const phone = /Android|iPhone|iPod|Mobile/i.test(navigator.userAgent);
  return devices.length > 1 || devices[0] === (phone ? 'mobile' : 'desktop');
}

/** What the offer pays, and the button to the partner. */
export function OfferTicket({ offer }: { readonly offer: Offer }) {
  const { points, state, mine, partner, open, requirements } = offer;
  const opening = useStore($opening, { ssr: 'initial' });
  const badge = state === 'new' ? undefined : offerBadges[state];

  async function go() {
    // Open the tab before the call. Afterwards, the browser would block it as a popup.
    const tab = window.open('', '_blank');
    const url = await openOffer(offer.id);
    if (tab === null) return;
    if (url === null) return tab.close();
    tab.opener = null;
    tab.location.replace(url);
  }

  return (
    <section className="torn offer-ticket" aria-label="What you earn">
      <div className="upper">
        <p className="muted">Total</p>
        <p className="num">
          <span className="pts big">{formatPoints(points)} pts</span>
          <span className="money">{pointsInMoney(points)}</span>
        </p>
        {badge && <p className={`state ${badge.tone}`}>{badge.words}</p>}
      </div>
      <div className="lower">
        <p>
          {requirements.new_users_only ? 'New users only' : 'New and existing users'},{' '}
          {requirements.devices.length > 1 ? 'on any device' : `on a ${deviceWords(requirements.devices)}`},{' '}
          {spendWords(requirements.spend_cents)}.
        </p>
        {mine && (
          <p>
            {mine.expired ? 'This offer expired' : 'Finish by'} {exactTime(mine.deadline_at)}{' '}
            <small className="muted">
              <Time at={mine.deadline_at} />
            </small>
          </p>
        )}
        {open.allowed ? (
          <>
            {!isHere(requirements.devices) && (
              <p className="notice">
                This offer only counts on a {deviceWords(requirements.devices)}. Open this page there.
              </p>
            )}
            {mine ? (
              <a className="button" href={mine.url} target="_blank" rel="noopener noreferrer">
                Open {partner.name} again
              </a>
            ) : (
              <Button onPress={go}>Go to {partner.name}</Button>
            )}
          </>
        ) : (
          <p className="notice">
            {open.why}{' '}
            {open.needs === 'country' && <a href={routes.userSettings.pattern}>Choose your country</a>}
          </p>
        )}
        <Alert>{opening.state === 'refused' && opening.message}</Alert>
        {partner.demo && (
          <p className="muted">
            This is a demo offer. It shows how offers work, and the product in it doesn’t exist. Its page
            opens only while the demo partner runs.
          </p>
        )}
        <p className="muted">
          The advertiser pays us when you reach the goal. They only see a click ID, nothing else about you
          from us.
        </p>
      </div>
    </section>
  );
}
