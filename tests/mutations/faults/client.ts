import type { Area } from '../fault.ts';

const file = 'src/lib/client/client.ts';
const proveWith = ['tests/unit/client/client.test.ts'];

/** The browser’s API client. */
export const client: Area = {
  name: 'client',
  faults: [
    {
      id: 'client-acts-aborted',
      file,
      find: 'const navigation = isRead ? pending.signal : undefined;',
      replace: "const navigation = call.method === 'GET' || call.changes ? pending.signal : undefined;",
      effect: 'Going to another page breaks off a purchase.',
      proveWith: [...proveWith, 'tests/islands/leaving.test.tsx'],
    },
    {
      id: 'client-abort-once',
      file,
      find: '  pending = new AbortController();\n}',
      replace: '}',
      effect: 'After the first navigation no page loads anything.',
      proveWith: [...proveWith, 'tests/islands/leaving.test.tsx'],
    },
    {
      id: 'client-answer-unchecked',
      file,
      find: "if (answer === undefined) throw clientError('unexpected_answer', 200);",
      replace: "if (answer === undefined) throw clientError('offline');",
      effect: 'An answer that can’t be read is called a missing connection.',
      proveWith,
    },
    {
      id: 'client-operator-token',
      file,
      find: "if (who === 'operator') return connection.operatorToken();",
      replace: '',
      effect: 'The operator’s screens send the player’s token.',
      proveWith: [...proveWith, 'tests/islands/admin/operator.test.tsx'],
    },
    {
      id: 'client-stranger-token',
      file,
      find: "who === 'stranger' ? null : connection.token()",
      replace: 'connection.token()',
      effect: 'A session that ended blocks a new password.',
      proveWith: ['tests/islands/auth/password.test.tsx', 'tests/islands/auth/lost-codes.test.tsx'],
    },
    {
      id: 'client-retry-after',
      file,
      find: 'const retryAfter = wait > 0 ? wait : undefined;',
      replace: 'const retryAfter = wait > 60 ? wait : undefined;',
      effect: 'A player who is asked to wait doesn’t see how long.',
      proveWith,
    },
    {
      id: 'client-timeout-as-offline',
      file,
      find: "if (at.limit.aborted) return clientError('timeout');",
      replace: '',
      effect: 'A slow answer is reported as something else.',
      proveWith,
    },
    {
      id: 'client-timer-left',
      file,
      find: 'if (turned.status === 401) {',
      replace: 'if (turned.status === 403) {',
      effect: 'A session that ended isn’t noticed.',
      proveWith: [...proveWith, 'tests/islands/session.test.ts'],
    },
    {
      id: 'client-key-unsent',
      file,
      find: "...(idempotencyKey && { 'idempotency-key': idempotencyKey })",
      replace: "...(!idempotencyKey && { 'idempotency-key': idempotencyKey })",
      effect: 'A purchase that is tried again is charged twice.',
      proveWith,
    },
    {
      id: 'client-not-offered',
      file,
      find: "(status === 404 && at.call.source === 'ours')",
      replace: '(status === 404)',
      effect: 'A reward that isn’t there is called a missing feature.',
      proveWith: [...proveWith, 'tests/unit/client/spec-host.test.ts'],
    },
    {
      id: 'early-answer-of-another',
      file: 'src/lib/client/early.ts',
      find: 'if (!isTheirs || performance.now() > FRESH) {',
      replace: 'if (performance.now() > FRESH) {',
      effect: 'A page shows what was fetched for the account signed in before.',
      proveWith: ['tests/islands/early.test.ts'],
    },
    {
      id: 'early-answer-twice',
      file: 'src/lib/client/early.ts',
      find: '  delete early[key];\n',
      replace: '',
      effect: 'A second fetch is answered by the first one’s old answer.',
      proveWith: ['tests/islands/early.test.ts'],
    },
  ],
};
