import { request } from '../client/client.ts';
import type { Answer, Query } from '../contract/call.ts';
import * as contract from '../contract/messages.ts';
import * as notifications from '../contract/notifications.ts';
import type { Unread } from '../contract/unread.ts';

export function listThreads(
  query: Query<typeof contract.listThreads> = {},
): Promise<Answer<typeof contract.listThreads>> {
  return request(contract.listThreads, { query });
}

/** `page` 1: the newest messages. Errors: not_found. */
export function getThread(id: number, page = 1): Promise<Answer<typeof contract.getThread>> {
  return request(contract.getThread, { params: { id }, query: { page } });
}

/** The same key again is the same message. Errors: invalid with topic, subject, body or order_id; limit_reached, too_many_requests. */
export async function startThread(thread: contract.NewThread, key: string): Promise<contract.Thread> {
  return (await request(contract.startThread, { body: thread, idempotencyKey: key })).thread;
}

/** The same key again is the same message. Errors: invalid with body; not_found, limit_reached, too_many_requests. */
export function reply(id: number, body: string, key: string): Promise<Answer<typeof contract.reply>> {
  return request(contract.reply, { params: { id }, body: { body }, idempotencyKey: key });
}

/** `upTo`: the newest message on screen. Errors: not_found. */
export async function readThread(id: number, upTo: number): Promise<Unread> {
  return (await request(contract.readThread, { params: { id }, body: { up_to: upTo } })).unread;
}

/** Errors: not_found. */
export async function closeThread(id: number): Promise<contract.Thread> {
  return (await request(contract.closeThread, { params: { id } })).thread;
}

export function listNotifications(
  query: Query<typeof notifications.listNotifications> = {},
): Promise<Answer<typeof notifications.listNotifications>> {
  return request(notifications.listNotifications, { query });
}

/** `upTo`: the newest notification on screen. */
export async function readNotifications(upTo: number): Promise<Unread> {
  return (await request(notifications.readNotifications, { body: { up_to: upTo } })).unread;
}
