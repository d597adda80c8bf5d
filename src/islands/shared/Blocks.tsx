import type { RedemptionBlock } from '../../lib/contract/redemption/redemption.ts';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { ConfirmMail, type Props as Mail } from './ConfirmMail.tsx';

/** The address and the link text for each solution. Null if the solution is on the same page. */
const ways: Readonly<Record<NonNullable<RedemptionBlock['way']>, readonly [string, string] | null>> = {
  earn: [routes.userGames.pattern, 'See games'],
  orders: [routes.userOrders.pattern, 'See your orders'],
  ledger: [hrefs.ledger(), 'See your points history'],
  rewards: [routes.userRewards.pattern, 'See rewards'],
  support: [routes.userContact.pattern, 'Contact support'],
  confirm_mail: null,
  birth_date: null,
  details: null,
  amounts: null,
};

interface Props {
  readonly blocks: readonly RedemptionBlock[];
  readonly mail: Pick<Mail, 'email' | 'onSend' | 'onSave'>;
}

/** What blocks a redemption, with what to do about each blocker. */
export function Blocks({ blocks, mail }: Props) {
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
            {way === 'confirm_mail' && <ConfirmMail {...mail} />}
          </li>
        );
      })}
    </ul>
  );
}
