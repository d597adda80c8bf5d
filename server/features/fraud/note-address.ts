import type { Context } from 'hono';
import type { AppDeps } from '../../http/app-deps.ts';
import { addressOf } from '../../http/route.ts';
import { noteSignal } from './signals.ts';

/** Keeps where somebody came in from; nobody waits for it. */
export function noteAddress(parts: AppDeps, userId: number, c: Context, now: Date): void {
  const value = addressOf(c);
  parts.background.run('noting where somebody came from', () =>
    noteSignal(parts.db, parts.vault, { userId, kind: 'address', value, now }),
  );
}
