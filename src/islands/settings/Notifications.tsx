import { useState } from 'react';
import type { NotificationKind } from '../../lib/contract/notification-kinds.ts';
import type { NotificationSetting } from '../../lib/contract/settings.ts';
import { lazy } from '../shared/lazy.tsx';
import { chooseNotification } from './store.ts';

const Push = lazy(async () => (await import('./Push.tsx')).Push);

const words: Readonly<Record<NotificationKind, readonly [name: string, what: string]>> = {
  order: ['Orders', 'Your order is sent, cancelled, under review or refunded, or we answer your report.'],
  quest: ['Quests and points', 'You finish a quest, or points are confirmed or reversed.'],
  contest: [
    'Giveaways and tournaments',
    'A giveaway you entered has a winner, or a tournament you played is over.',
  ],
  case: ['Cases', 'You open a case.'],
  message: ['Messages', 'Support replies, or we moderate something you wrote.'],
  news: ['News', 'New rewards, games and articles.'],
  digest: ['Weekly summary', 'On Mondays: your points, what arrived, your streak and open quests.'],
};

const ways = [
  ['site', 'on the site'],
  ['mail', 'by email'],
  ['push', 'on your devices'],
] as const;

/** Which kinds are shown on the site, and which are mailed as well. Each choice is saved as it is made. */
export function Notifications({ notifications }: { readonly notifications: readonly NotificationSetting[] }) {
  const [refused, setRefused] = useState<string>();
  // Where the host sends none there is no column for them.
  const sendsPush = notifications.some(({ push }) => push !== null);
  const shownWays = ways.filter(([way]) => way !== 'push' || sendsPush);
  const choose = async (choice: NotificationSetting) => setRefused(await chooseNotification(choice));
  return (
    <section className="panel" aria-labelledby="notifications">
      <h2 id="notifications">Notifications</h2>
      <p className="muted">
        Changes save right away. We always email you security alerts, like a changed password.
      </p>
      <table className="choices">
        <thead>
          <tr>
            <th scope="col">About</th>
            <th scope="col">On the site</th>
            <th scope="col">By email</th>
            {sendsPush && <th scope="col">On devices</th>}
          </tr>
        </thead>
        <tbody>
          {notifications.map((one) => {
            const [name, what] = words[one.kind];
            return (
              <tr key={one.kind}>
                <th scope="row">
                  {name}
                  <small>{what}</small>
                </th>
                {shownWays.map(([way, where]) => {
                  const chosen = one[way];
                  return (
                    <td key={way}>
                      {chosen === null ? (
                        <span className="muted">never</span>
                      ) : (
                        <input
                          type="checkbox"
                          aria-label={`${name} ${where}`}
                          checked={chosen}
                          onChange={({ target }) => choose({ ...one, [way]: target.checked })}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      {sendsPush && <Push />}
      {refused !== undefined && (
        <p className="notice bad" role="alert">
          We couldn’t save that. {refused}
        </p>
      )}
    </section>
  );
}
