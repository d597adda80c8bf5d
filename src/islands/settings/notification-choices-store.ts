/** Notification settings. In a file of their own, because their section loads later than the first ones. */
import { request } from '../../lib/client/client.ts';
import { type NotificationSetting, saveNotification } from '../../lib/contract/settings/settings.ts';
import { asApiError, shown } from '../shared/stores/load.ts';
import { $accountSettings, changeAccountSettings } from './store.ts';

/** By kind: the saved setting, once the newest choice has been answered. */
const choosing = new Map<NotificationSetting['kind'], Promise<NotificationSetting | undefined>>();

/**
 * Shows a choice immediately. If saving fails, restores the server's value and returns an error message. Choices of one kind are
 * sent one after another, and only the result of the newest one is shown.
 */
export async function chooseNotification(choice: NotificationSetting): Promise<string | undefined> {
  const { kind } = choice;
  const put = (one: NotificationSetting) =>
    changeAccountSettings((settings) => ({
      ...settings,
      notifications: settings.notifications.map((old) => (old.kind === kind ? one : old)),
    }));
  const its = (all: readonly NotificationSetting[] | undefined) => all?.find((one) => one.kind === kind);
  const before = choosing.get(kind) ?? its(shown($accountSettings.get())?.notifications);
  let refused: string | undefined;
  const save = async () => {
    const had = await before;
    try {
      return its((await request(saveNotification, { body: choice })).notifications) ?? choice;
    } catch (error) {
      refused = asApiError(error).message;
      return had;
    }
  };
  const mine = save();
  choosing.set(kind, mine);
  put(choice);
  const has = await mine;
  if (choosing.get(kind) === mine) {
    choosing.delete(kind);
    if (has) put(has);
  }
  return refused;
}
