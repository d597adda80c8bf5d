import type { Context } from 'hono';
import type { AppDeps } from '../../http/app-deps.ts';
import { addressOf } from '../../http/route.ts';
import { noteSignal } from './signals.ts';

/** Records the network address of a sign-in, in the background. */
export function noteAddress(parts: AppDeps, userId: number, c: Context, now: Date): void {
  const value = addressOf(c);
  parts.background.run('recording the network address of a login', () =>
    noteSignal(parts.db, parts.vault, { userId, kind: 'address', value, now }),
  );
}
