import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { NotRedeemed } from '../../../src/islands/redemption/reward/PurchaseSteps.tsx';
import { ApiError } from '../../../src/lib/client/client.ts';

// A build for a host without Idempotency-Key.
vi.mock('../../../src/lib/host.ts', () => ({ extensions: false }));

test('without a key no text says that another try is the same order', () => {
  const lost = new ApiError('timeout', 'This is taking too long.');
  render(<NotRedeemed error={lost} onRetry={async () => {}} onClose={() => {}} />);
  const message = screen.getByRole('alert').textContent;
  expect(message).toContain('trying again may place another one. First check what you spent');
  expect(message).not.toContain('safe');
});
