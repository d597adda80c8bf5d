/** The operators' area in tests: a host of their calls, and the desk of an operator of this tab. */
import { render } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { OperatorIsland } from '../../src/islands/admin/OperatorIsland.tsx';
import { $operating, leaveDesk } from '../../src/islands/admin/session-store.ts';
import { type Desk, getDesk } from '../../src/lib/contract/operator.ts';
import { type Host, hostOfEachTest } from './host.ts';
import { desk, operator, operatorSession } from './operator-fixtures.ts';
import { visit } from './screen.ts';

/** The host of a test file about the desk; `now` is what its first screen tells. */
export function deskHost(prepare: (host: Host) => void, now: () => Partial<Desk> = () => ({})): Host {
  const host = hostOfEachTest((fresh) => {
    fresh.on(getDesk, () => ({
      operator: operator(),
      session_expires_at: '2026-11-20T22:30:00.000Z',
      desk: { ...desk, ...now() },
    }));
    prepare(fresh);
  });
  beforeEach(() => sessionStorage.clear());
  afterEach(async () => {
    await leaveDesk();
    $operating.set({ state: 'unknown' });
  });
  return host;
}

/** Opens an address as an operator of this tab. */
export function openDesk(address: string): void {
  sessionStorage.setItem('operator', JSON.stringify(operatorSession()));
  visit(address);
  render(<OperatorIsland />);
}
