import { useState } from 'react';
import type { Item } from '../../../lib/contract/redemption/orders.ts';
import { DAY, longDate } from '../../../lib/format/dates.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Alert } from '../../shared/Alert.tsx';
import { Button } from '../../shared/Button.tsx';
import { Face } from '../../shared/Face.tsx';
import { RevealCode } from '../../shared/RevealCode.tsx';
import { Time } from '../../shared/Time.tsx';
import { useFocusHandover } from '../../shared/use-focus-handover.ts';
import { showCode } from '../reveal-store.ts';
import { putAway } from './store.ts';

/** An item's expiry is emphasised this many days before it. */
const SOON = 30;

const tones = { unused: 'ok', used: 'off', expired: 'bad' } as const;
const words = { unused: 'to use', used: 'used', expired: 'expired' } as const;

interface Props {
  readonly item: Item;
  /** Whether its code is the first thing that the player wants here. */
  readonly primary: boolean;
  /** Where the focus goes if the item leaves the list. */
  readonly next: () => HTMLElement | null | undefined;
}

/** One item: what it is, its code on request, how to use it, its expiry, and a button to mark it as used. */
export function ItemCard({ item, primary, next }: Props) {
  const place = useFocusHandover<HTMLLIElement>(next);
  const [error, setError] = useState<string>();
  const { reward, state } = item;
  const what = `${reward.name}, ${item.amount}`;
  const isCode = item.kind === 'code';
  const isUsed = state === 'used';
  return (
    <li className="reward-card" ref={place}>
      <div className="reward-face">
        <Face glyph={reward.glyph} colour={reward.colour} />
      </div>
      <div className="item-body">
        <h2>
          <a href={hrefs.userReward(reward.id, reward.name)}>{reward.name}</a>
        </h2>
        <p className="muted">
          {item.amount} · <a href={hrefs.receipt(item.id)}>order {item.id}</a> · <Time at={item.got_at} />
        </p>
        <p className="item-state">
          <span className={`state ${tones[state]}`}>{words[state]}</span>
          {isUsed && item.used_at !== null && <Time at={item.used_at} />}
          <Expiry item={item} />
        </p>
        {isCode ? (
          <RevealCode of={what} onReveal={() => showCode(item.id)} primary={primary} />
        ) : (
          <p>
            <span className="muted">Sent to </span>
            <b className="item-to">{item.details}</b>
          </p>
        )}
        <HowTo item={item} />
        <div className="actions">
          <Button quiet small onPress={async () => setError(await putAway(item.id, !isUsed))}>
            {isUsed ? 'Mark as not used' : isCode ? 'Mark as used' : 'Mark as done'}
            <span className="unseen"> ({what})</span>
          </Button>
        </div>
        <Alert>{error}</Alert>
      </div>
    </li>
  );
}

function Expiry({ item: { expires_on: on, state, kind } }: { readonly item: Item }) {
  if (on === null)
    return kind === 'code' && state === 'unused' ? (
      <span className="muted">no known expiration date</span>
    ) : null;
  if (state === 'expired') return <span>expired on {longDate(on)}</span>;
  const days = Math.floor((Date.parse(on) - Date.now()) / DAY) + 1;
  const soon = state === 'unused' && days <= SOON;
  return (
    <span className={soon ? 'state pending' : 'muted'}>
      use it by {longDate(on)}
      {soon && (days <= 0 ? ', today' : days === 1 ? ', tomorrow' : `, ${days} days left`)}
    </span>
  );
}

function HowTo({ item: { reward, steps, regions } }: { readonly item: Item }) {
  if (steps.length === 0)
    return <p className="muted">We no longer offer this. Its issuer’s site says how to use it.</p>;
  return (
    <details className="how-to">
      <summary>
        How to use it<span className="unseen"> ({reward.name})</span>
      </summary>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="muted">{regions}</p>
    </details>
  );
}
