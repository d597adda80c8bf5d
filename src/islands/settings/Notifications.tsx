import { useState } from 'react';
import type { NotificationKind } from '../../lib/contract/notifications/notification-kinds.ts';
import type { NotificationSetting } from '../../lib/contract/settings/settings.ts';
import { Alert } from '../shared/Alert.tsx';
import { lazy } from '../shared/lazy.tsx';
import { chooseNotification } from './notification-choices-store.ts';
import { Section } from './Section.tsx';

const Push = lazy(async () => (await import('./Push.tsx')).Push);

const words: Readonly<Record<NotificationKind, readonly [name: string, what: string]>> = {
  order: ['Orders', 'Your order is sent, reviewed, cancelled or refunded, or we answer a report.'],
  quest: ['Quests and points', 'You finish a quest, or points are confirmed or reversed.'],
  contest: ['Giveaways and tournaments', 'A giveaway or tournament you entered ends.'],
  case: ['Cases', 'You open a case.'],
  message: ['Messages', 'Support replies, or we act on your posts or account.'],
  news: ['News', 'New rewards, games and articles.'],
  digest: ['Weekly summary', 'On Mondays: your points, rewards, streak and open quests.'],
};

const ways = [
  ['site', 'on the site'],
  ['mail', 'by email'],
] as const;

/** Chooses which kinds of notifications are shown on the site and which are mailed. Each choice is saved immediately. */
export function Notifications({ notifications }: { readonly notifications: readonly NotificationSetting[] }) {
  const [refused, setRefused] = useState<string>();
  /** The kinds that devices can show. None if the host sends no push notifications. */
  const pushed = notifications.filter(({ push }) => push !== null);
  const choose = async (choice: NotificationSetting) => setRefused(await chooseNotification(choice));
  return (
    <Section
      id="notifications"
      title="Notifications"
      state={ways
        .map(([way, where]) => `${notifications.filter((one) => one[way]).length} ${where}`)
        .join(', ')}
    >
      <p className="muted">
        Changes save right away. We always email you about security, like a changed password.
      </p>
      <table className="choices">
        <thead>
          <tr>
            <th scope="col">About</th>
            <th scope="col">On the site</th>
            <th scope="col">By email</th>
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
                {ways.map(([way, where]) => {
                  const chosen = one[way];
                  return (
                    <td key={way} data-where={where}>
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
      {pushed.length > 0 && (
        <Push>
          <div className="pushed">
            {pushed.map((one) => (
              <label key={one.kind} className="check">
                <input
                  type="checkbox"
                  aria-label={`${words[one.kind][0]} on your devices`}
                  checked={one.push === true}
                  onChange={({ target }) => choose({ ...one, push: target.checked })}
                />
                <span>{words[one.kind][0]}</span>
              </label>
            ))}
          </div>
        </Push>
      )}
      <Alert>{refused && `We couldn’t save that. ${refused}`}</Alert>
    </Section>
  );
}
