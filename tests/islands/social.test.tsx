import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { SocialIsland } from '../../src/islands/social/SocialIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { SocialTask } from '../../src/lib/contract/social.ts';
import { aUser, type Host, rewardHost, storeUser } from '../support/reward-host.ts';

const PROOF = 'https://x.com/somebody/status/1';
const task: SocialTask = {
  id: 3,
  network: 'X',
  name: 'Post about a round',
  steps: ['Play a round.', 'Post about it.'],
  proof: { label: 'Link to your post', hint: 'As its address bar has it.' },
  points: 80,
  state: 'open',
  handed_in: null,
  tries_left: 3,
};

let host: Host;
beforeEach(() => {
  host = rewardHost();
  host.on('GET /api/user/social-tasks', () => ({ tasks: [task] }));
  host.on('POST /api/user/social-tasks/3/proof', ({ body }) => ({
    task: {
      ...task,
      state: 'waiting',
      handed_in: {
        ...(body as { proof: string }),
        submitted_at: '2026-01-05T10:00:00.000Z',
        decided_at: null,
        reason: null,
      },
    },
  }));
  connectApi({ fetch: host.fetch });
  storeUser(aUser());
});

/** As by a keyboard: what is pressed has the focus. */
function press(name: string) {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}
const focused = () => within(document.activeElement as HTMLElement);

test('the focus goes with what is to be done: from the form to what was handed in, and to the form again', async () => {
  render(<SocialIsland />);
  fireEvent.change(await screen.findByLabelText('Link to your post'), { target: { value: PROOF } });
  press('Hand it in');
  await screen.findByText('handed in');
  await waitFor(() => expect(document.activeElement?.className).toBe('notice'));
  expect(focused().getByText(PROOF)).toBeTruthy();

  press('Hand in another one');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Link to your post')));
  press('Keep what I handed in');
  await waitFor(() => expect(document.activeElement?.className).toBe('notice'));
});
