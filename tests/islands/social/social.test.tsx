import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SocialIsland } from '../../../src/islands/social/SocialIsland.tsx';
import { loadSocialTasks } from '../../../src/islands/social/store.ts';
import { listSocialTasks, type SocialTask, submitProof } from '../../../src/lib/contract/social/social.ts';
import { signIn } from '../../support/fixtures.ts';
import { databaseAway, fieldError, hostOfEachTest } from '../../support/host.ts';
import { focusOn, press, pressByKeyboard, pressFound, textsOf, type } from '../../support/screen.ts';

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
  last_proof: null,
  tries_left: 3,
};
const host = hostOfEachTest(() => signIn());

test('a missing or rejected proof is reported at its field, which keeps the text', async () => {
  host.on(listSocialTasks, () => ({ tasks: [task] }));
  host.on(submitProof, () => fieldError('proof', 'Another player already submitted this.'));
  render(<SocialIsland />);
  const field = await screen.findByLabelText<HTMLInputElement>(FIELD);
  press('Submit');
  await screen.findByText('Please paste your proof.');
  expect(host.acts()).toEqual([]);
  type(FIELD, PROOF);
  press('Submit');
  await screen.findByText('Another player already submitted this.');
  await focusOn(() => field);
  expect(field.value).toBe(PROOF);
});

test('the focus moves from the form to the submitted proof, and back to the form', async () => {
  host.on(listSocialTasks, () => ({ tasks: [task] }));
  const last_proof = { submitted_at: '2026-01-05T10:00:00.000Z', decided_at: null, reason: null };
  host.on(submitProof, ({ body }) => ({
    task: { ...task, state: 'waiting' as const, last_proof: { ...last_proof, proof: body.proof } },
  }));
  const isAtNotice = () => waitFor(() => expect(document.activeElement?.className).toBe('notice'));
  render(<SocialIsland />);
  await screen.findByLabelText(FIELD);
  type(FIELD, PROOF);
  pressByKeyboard('Submit');
  await screen.findByText('submitted');
  await isAtNotice();
  expect(document.activeElement?.textContent).toContain(PROOF);
  pressByKeyboard(/^Submit a different one/);
  await focusOn(() => screen.queryByLabelText(FIELD));
  pressByKeyboard('Keep my first one');
  await isAtNotice();
});

test('a written proof survives a list that couldn’t be refreshed, and its retry', async () => {
  host.on(listSocialTasks, () => ({ tasks: [task] }));
  render(<SocialIsland />);
  await screen.findByLabelText(FIELD);
  type(FIELD, PROOF);
  host.on(listSocialTasks, databaseAway);
  await act(loadSocialTasks);
  host.on(listSocialTasks, () => ({ tasks: [task] }));
  await pressFound('Retry');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>(FIELD).value).toBe(PROOF);
});

test('one form at a time has the primary button, and what is written elsewhere stays', async () => {
  const other: SocialTask = {
    ...task,
    id: 4,
    name: 'Show a round',
    proof: { label: 'Link to your video', hint: '' },
  };
  const done: SocialTask = { ...task, id: 2, name: 'Done', state: 'confirmed' };
  host.on(listSocialTasks, () => ({ tasks: [done, task, other] }));
  const { container } = render(<SocialIsland />);
  await screen.findByLabelText(FIELD);
  const primary = () => textsOf(container.querySelectorAll('li:has(.button:not(.quiet)) h2'));
  expect(screen.queryByLabelText('Link to your video')).toBeNull();
  expect(primary()).toEqual(['Post about a round']);
  type(FIELD, PROOF);
  pressByKeyboard(/^I’ve done this/);
  await focusOn(() => screen.queryByLabelText('Link to your video'));
  expect(primary()).toEqual(['Show a round']);
  expect(screen.getByLabelText<HTMLInputElement>(FIELD).value).toBe(PROOF);
});
