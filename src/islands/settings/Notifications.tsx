import { useState } from 'react';
import type { NotificationKind } from '../../lib/contract/notification-kinds.ts';
import type { NotificationSetting } from '../../lib/contract/settings.ts';
import { chooseNotification } from './store.ts';

const words: Readonly<Record<NotificationKind, readonly [name: string, what: string]>> = {
  order: ['Orders', 'Sent, cancelled, held for review or refunded; answers to disputes.'],
  quest: ['Quests and points', 'A quest is credited, points are confirmed or reversed.'],
  contest: ['Contests', 'A contest that you entered is drawn.'],
  case: ['Cases', 'A case was opened, and what it paid.'],
  message: ['Messages', 'Support wrote back, or something you wrote was moderated.'],
  news: ['News', 'New rewards, games and articles. Rarely, and only if you want it.'],
};

/** Which kinds are shown on the site, and which are mailed as well. Each choice is saved as it is made. */
export function Notifications({ notifications }: { readonly notifications: readonly NotificationSetting[] }) {
  const [refused, setRefused] = useState<string>();
  const choose = async (choice: NotificationSetting) => setRefused(await chooseNotification(choice));
  return (
    <section className="panel" aria-labelledby="notifications">
      <h2 id="notifications">Notifications</h2>
      <p className="muted">
        What you choose is saved at once. What keeps your account safe, such as a changed password, is always
        mailed.
      </p>
      <table className="choices">
        <thead>
          <tr>
            <th scope="col">About</th>
            <th scope="col">On the site</th>
            <th scope="col">By mail</th>
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
                <td>
                  <input
                    type="checkbox"
                    aria-label={`${name} on the site`}
                    checked={one.site}
                    onChange={({ target }) => choose({ ...one, site: target.checked })}
                  />
                </td>
                <td>
                  {one.mail === null ? (
                    <span className="muted">never</span>
                  ) : (
                    <input
                      type="checkbox"
                      aria-label={`${name} by mail`}
                      checked={one.mail}
                      onChange={({ target }) => choose({ ...one, mail: target.checked })}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {refused !== undefined && (
        <p className="notice bad" role="alert">
          That wasn’t saved. {refused}
        </p>
      )}
    </section>
  );
}
