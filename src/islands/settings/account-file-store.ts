import { request } from '../../lib/client/client.ts';
import { exportAccount } from '../../lib/contract/settings/settings.ts';
import { asApiError } from '../shared/stores/load.ts';

/** Returns a file with all data about the account, or an error message. */
export async function accountFile(): Promise<{ name: string; text: string } | { error: string }> {
  try {
    const file = await request(exportAccount, {});
    const name = `playtally-account-${new Date().toISOString().slice(0, 10)}.json`;
    return { name, text: `${JSON.stringify(file, null, 2)}\n` };
  } catch (error) {
    return { error: asApiError(error).message };
  }
}
