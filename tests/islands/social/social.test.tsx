import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SocialIsland } from '../../../src/islands/social/SocialIsland.tsx';
import { handInProof, listSocialTasks, type SocialTask } from '../../../src/lib/contract/social.ts';
import { signIn } from '../../support/fixtures.ts';
import { hostOfEachTest } from '../../support/host.ts';
import { focusOn, pressByKeyboard, type } from '../../support/screen.ts';

const PROOF = 'https://x.com/somebody/status/1';
const FIELD = 'Link to your post';
const task: SocialTask = {
  id: 3,
  network: 'X',
  name: 'Post about a round',
  steps: ['Play a round.', 'Post about it.'],
  proof: { label: FIELD, hint: 'As its address bar has it.' },
  points: 80,
  state: 'open',
  handed_in: null,
  tries_left: 3,
};
const host = hostOfEachTest(() => signIn());

test('the focus moves from the form to the submitted proof, and back to the form', async () => {
  host.on(listSocialTasks, () => ({ tasks: [task] }));
  const handed_in = { submitted_at: '2026-01-05T10:00:00.000Z', decided_at: null, reason: null };
  host.on(handInProof, ({ body }) => ({
    task: { ...task, state: 'waiting' as const, handed_in: { ...handed_in, proof: body.proof } },
  }));
  const isAtNotice = () => waitFor(() => expect(document.activeElement?.className).toBe('notice'));
  render(<SocialIsland />);
  await screen.findByLabelText(FIELD);
  type(FIELD, PROOF);
  pressByKeyboard('Submit');
  await screen.findByText('submitted');
  await isAtNotice();
  expect(document.activeElement?.textContent).toContain(PROOF);
  pressByKeyboard('Submit a different one');
  await focusOn(() => screen.queryByLabelText(FIELD));
  pressByKeyboard('Keep my first one');
  await isAtNotice();
});
