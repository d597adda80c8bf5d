/** The operators' area in tests: a host for operators' calls, and the area as a signed-in operator. */
import { render } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { OperatorIsland } from '../../src/islands/admin/OperatorIsland.tsx';
import { $operating, logOutOperator } from '../../src/islands/admin/session-store.ts';
import { getFigures, getOverview, type Overview } from '../../src/lib/contract/operators/operator.ts';
import { type Host, hostOfEachTest } from './host.ts';
import { figures, operator, operatorSession, overview } from './operator-fixtures.ts';
import { visit } from './screen.ts';

/** The host for a test file about the operators' area; `now` is shown on its first screen. */
export function adminHost(prepare: (host: Host) => void, now: () => Partial<Overview> = () => ({})): Host {
  const host = hostOfEachTest((fresh) => {
    fresh.on(getOverview, () => ({
      operator: operator(),
      session_expires_at: '2026-11-20T22:30:00.000Z',
      overview: { ...overview, ...now() },
    }));
    fresh.on(getFigures, () => ({ figures }));
    prepare(fresh);
  });
  beforeEach(() => sessionStorage.clear());
  afterEach(async () => {
    await logOutOperator();
    $operating.set({ state: 'unknown' });
  });
  return host;
}

/** Opens an address as a signed-in operator. */
export function openAdmin(address: string): void {
  sessionStorage.setItem('operator', JSON.stringify(operatorSession()));
  visit(address);
  render(<OperatorIsland />);
}
