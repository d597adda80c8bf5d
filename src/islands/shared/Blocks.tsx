import type { RedemptionBlock } from '../../lib/contract/redemption.ts';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { SendLink } from './SendLink.tsx';

/** '/user/settings' and what the link to it says; null where the way is on the same page. */
const ways: Readonly<Record<NonNullable<RedemptionBlock['way']>, readonly [string, string] | null>> = {
  confirm_mail: [routes.userSettings.pattern, 'Open your settings'],
  earn: [routes.userGames.pattern, 'See games'],
  orders: [routes.userOrders.pattern, 'See your orders'],
  ledger: [hrefs.ledger(), 'See your ledger'],
  rewards: [routes.userRewards.pattern, 'See rewards'],
  support: [routes.userContact.pattern, 'Contact support'],
  birth_date: null,
  details: null,
  amounts: null,
};

interface Props {
  readonly blocks: readonly RedemptionBlock[];
  /** Has the link mailed that confirms the address; answers in words what came of it. */
  readonly onConfirmMail?: () => Promise<string>;
}

/** What blocks a redemption, each with what to do about it. */
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
