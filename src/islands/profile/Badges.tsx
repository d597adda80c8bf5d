import { useState } from 'react';
import type { Profile } from '../../lib/contract/profile/profiles.ts';
import { badgeWords } from '../../lib/format/badges.ts';
import * as icons from '../../lib/format/icons.ts';

interface Props {
  readonly badges: Profile['badges'];
  readonly name: string;
  readonly mine: boolean;
}

/** How many badges a new player sees on a phone. The other ones are behind a fold. */
const FIRST_BADGES = 4;

/** The badges of a player. The owner also sees how to get the others. */
export function Badges({ badges, name, mine }: Props) {
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
        <p className="muted">{name} has no badges yet.</p>
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
