/**
 * An account without a password: nothing that its session can read proves ownership, so what a thief would want to do takes a
 * recent sign-in.
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { changeEmail } from '../../../src/lib/contract/auth/confirmation.ts';
import { deleteAccount, revokeOtherDevices } from '../../../src/lib/contract/settings/settings.ts';
import { request, testApi } from '../../support/api.ts';

const acts: Readonly<Record<string, readonly [field: string, act: (email: string) => Promise<unknown>]>> = {
  'deleting it': ['proof', (email) => request(deleteAccount, { body: { proof: email, writings: 'keep' } })],
  'another address': ['email', () => request(changeEmail, { body: { email: 'thief@test.example' } })],
  'signing others out': ['password', () => request(revokeOtherDevices, { body: {} })],
};

test.each(Object.entries(acts))(
  'without a password takes a fresh sign-in: %s',
  async (name, [field, act]) => {
    const api = await testApi();
    const player = await api.addPlayer();
    if (name === 'another address')
      await api.db.drizzle.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, player.id));
    api.actAs(player);
    const start = api.now;
    api.now = new Date(start.getTime() + 16 * 60_000);
    await expect(act(player.email)).rejects.toMatchObject({
      status: 422,
      fields: { [field]: expect.stringContaining('within 15 minutes') },
    });
    api.now = new Date(start.getTime() + 14 * 60_000);
    await expect(act(player.email)).resolves.toBeDefined();
  },
);
