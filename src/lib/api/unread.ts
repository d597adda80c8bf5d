import { request } from '../client/client.ts';
import * as contract from '../contract/unread.ts';

export async function getUnread(): Promise<contract.Unread> {
  return (await request(contract.getUnread, {})).unread;
}
