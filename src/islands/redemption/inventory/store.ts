/** The player's items: codes, and rewards that were sent. */
import { request } from '../../../lib/client/client.ts';
import type { INVENTORY_STATES } from '../../../lib/contract/limits.ts';
import { type Inventory, listInventory, markUsed } from '../../../lib/contract/redemption/orders.ts';
import { refetchOn } from '../../shared/stores/live.ts';
import { asApiError, createLoader } from '../../shared/stores/load.ts';

export interface InventoryView {
  readonly state: (typeof INVENTORY_STATES)[number];
  readonly page: number;
}

const loader = createLoader<Inventory>();
export const $inventory = loader.$load;

let view: InventoryView = { state: 'unused', page: 1 };

export function loadInventory(wanted: InventoryView): Promise<void> {
  view = wanted;
  return loader.run(() => request(listInventory, { query: { ...wanted } }), true, wanted);
}

/** Keeps the list up to date while a screen shows it. */
export function followInventory(): () => void {
  return refetchOn(['OrderChanged'], () => loadInventory(view));
}

/** Marks an item as used or unused, then refetches the list. Returns an error message, or undefined on success. */
export async function putAway(id: number, used: boolean): Promise<string | undefined> {
  try {
    await request(markUsed, { params: { id }, body: { used } });
  } catch (error) {
    return asApiError(error).message;
  }
  await loadInventory(view);
  return undefined;
}
