/** Operators in tests: made without the setup, with their credentials. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../../server/db/database.ts';
import { operators } from '../../server/db/schema.ts';
import { createOperatorSession } from '../../server/features/admin/sessions.ts';
import { hashPassword, saltOf } from '../../server/features/auth/passwords.ts';
import { totpPurpose } from '../../server/features/operators/operators.ts';
import { testVault } from './vault.ts';

export interface TestOperator {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  /** Of the second factor. */
  readonly secret: Buffer;
  readonly token: string;
}

const password = 'seven quiet lanterns';
let made = 0;

/** `given`: an address; if it is a player's, the operator is that player. */
export async function addOperator(db: Database, now: Date, given?: string): Promise<TestOperator> {
  const email = given ?? `operator-${++made}@test.example`;
  const secret = randomBytes(20);
  const passwordHash = await hashPassword(password, await saltOf(db, email));
  const totpSecret = testVault.seal(totpPurpose(email), secret.toString('hex'));
  const [row] = await db.drizzle
    .insert(operators)
    .values({
      name: email,
      email,
      passwordHash,
      totpSecret,
      totpStep: 0,
      createdAt: new Date(now.getTime() - 30 * 86_400_000),
    })
    .returning({ id: operators.id });
  if (!row) throw new Error('the operator was not stored');
  const { token } = await createOperatorSession(db.drizzle, row.id, 'a test', now);
  return { id: row.id, email, password, secret, token };
}
