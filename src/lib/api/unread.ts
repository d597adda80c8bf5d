import * as contract from '../contract/unread.ts';
import { request } from './client.ts';

export async function getUnread(): Promise<contract.Unread> {
  return (await request(contract.getUnread, {})).unread;
}
