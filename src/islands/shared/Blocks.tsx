import type { RedemptionBlock } from '../../lib/contract/redemption/redemption.ts';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { SendLink } from './SendLink.tsx';

/** The address and the link text for each solution. Null if the solution is on the same page. */
const ways: Readonly<Record<NonNullable<RedemptionBlock['way']>, readonly [string, string] | null>> = {
  confirm_mail: [routes.userSettings.pattern, 'Open your settings'],
  earn: [routes.userGames.pattern, 'See games'],
  orders: [routes.userOrders.pattern, 'See your orders'],
  ledger: [hrefs.ledger(), 'See your points history'],
  rewards: [routes.userRewards.pattern, 'See rewards'],
  support: [routes.userContact.pattern, 'Contact support'],
  birth_date: null,
  details: null,
  amounts: null,
};

interface Props {
  readonly blocks: readonly RedemptionBlock[];
  /** Requests a confirmation mail. Returns a message about the result. */
  readonly onConfirmMail?: () => Promise<string>;
}

/** What blocks a redemption, with what to do about each blocker. */
export function Blocks({ blocks, onConfirmMail }: Props) {
  return (
    <ul className="blocks">
      {blocks.map(({ name, effect, title, advice, way }) => {
        const link = way === null ? null : ways[way];
        return (
          <li key={name}>
            <p className={`state ${effect === 'blocks' ? 'bad' : 'pending'}`}>
              <b>{title}</b>
            </p>
            <p className="muted">
              {advice} {link && <a href={link[0]}>{link[1]}</a>}
            </p>
            {way === 'confirm_mail' && onConfirmMail && <SendLink onSend={onConfirmMail} />}
          </li>
        );
      })}
    </ul>
  );
}
