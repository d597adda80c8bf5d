/** Operators start, answer and close threads. support.ts has the rules; this file adds the audit log. */
import type { Message } from '../../../src/lib/contract/messages/messages.ts';
import type { Database } from '../../db/database.ts';
import { givenReason } from '../admin/act.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { answerThread, closeAsOperator, startAsOperator } from './support.ts';

interface Acting {
  readonly operatorId: number;
  readonly threadId: number;
  readonly now: Date;
}

/** Answers a thread. The audit log doesn't repeat the text. Errors: as for answerThread. */
export function answer(
  db: Database,
  given: Acting & { body: string; readUpTo: number; key: string; close: boolean },
): Promise<Message> {
  const { operatorId, threadId, close, now } = given;
  return db.drizzle.transaction(async (tx) => {
    const { userId, message, repeated } = await answerThread(tx, given);
    if (!repeated)
      await recordAuditEvent(tx, {
        operatorId,
        act: 'thread.answer',
        subjectId: threadId,
        userId,
        after: { message: message.id, state: close ? 'closed' : 'answered' },
        now,
      });
    return message;
  });
}

/** Starts a thread with a user and returns its id. Errors: as for startAsOperator. */
export function start(db: Database, given: Parameters<typeof startAsOperator>[1]): Promise<number> {
  const { operatorId, userId, now } = given;
  return db.drizzle.transaction(async (tx) => {
    const { threadId, message, repeated } = await startAsOperator(tx, given);
    if (!repeated)
      await recordAuditEvent(tx, {
        operatorId,
        act: 'thread.start',
        subjectId: threadId,
        userId,
        after: { message: message.id, state: 'answered' },
        now,
      });
    return threadId;
  });
}

/** Closes a thread. Errors: as for closeAsOperator, and the field `reason`. */
export function close(db: Database, given: Acting & { reason: string; readUpTo: number }): Promise<void> {
  const { operatorId, threadId, now } = given;
  const reason = givenReason(given.reason);
  return db.drizzle.transaction(async (tx) => {
    const { userId } = await closeAsOperator(tx, threadId, given.readUpTo);
    await recordAuditEvent(tx, {
      operatorId,
      act: 'thread.close',
      subjectId: threadId,
      userId,
      reason,
      after: { state: 'closed' },
      now,
    });
  });
}
