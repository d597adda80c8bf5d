/** Calls to the running product's API, past its pages. */
import { expect } from '@playwright/test';
import type { Product } from './product.ts';

type Host = Pick<Product, 'apiUrl'>;

/** Makes a call with the session of `token`, or without one, and returns status and body. */
export async function ask({ apiUrl }: Host, method: string, path: string, token?: string, body?: object) {
  const answer = await fetch(apiUrl + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** The same as a player, whose call has to succeed. Returns the body. */
export async function byPlayer(
  host: Host,
  { token }: { readonly token: string },
  method: string,
  path: string,
  body?: object,
) {
  const answer = await ask(host, method, path, token, body);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
}

/** A player's available points, from the server, because a page may still be animating toward them. */
export const pointsAvailable = async (host: Host, player: { readonly token: string }): Promise<number> =>
  (await byPlayer(host, player, 'GET', '/api/user/balance')).balance.available;
