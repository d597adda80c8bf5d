import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  getModeratedOpinion,
  hideOpinion,
  keepOpinion,
  listModeratedOpinions,
  type ModeratedOpinion,
  showOpinion,
} from '../../../src/lib/contract/opinions/operator-opinions.ts';
import { adminHost, openAdmin } from '../../support/admin-area.tsx';
import { pageOf, refusal } from '../../support/host.ts';
import { button, field, press } from '../../support/screen.ts';

const text = (id: number, change: Partial<ModeratedOpinion> = {}): ModeratedOpinion => ({
  id,
  version: 3,
  user: { id: 7, name: 'player' },
  subject: 'reward',
  subject_id: 84,
  subject_name: 'Robux',
  opinion: `Text ${id}`,
  likes: 0,
  created_at: '2026-11-20T10:00:00.000Z',
  edited_at: null,
  hidden_at: null,
  hidden_for: null,
  hidden_by: null,
  waits_since: '2026-11-20T11:00:00.000Z',
  reports: 2,
  ...change,
});
const hidden = {
  hidden_at: '2026-11-20T12:00:00.000Z',
  hidden_for: 'It names where somebody lives.',
  hidden_by: { id: 1, name: 'Ada' },
  reports: 0,
} as const;
const report = {
  user: { id: 8, name: 'reader' },
  reason: 'scam',
  note: 'It sells codes.',
  version: 3,
  created_at: '2026-11-20T11:00:00.000Z',
  settled_at: null,
} as const;

const host = adminHost(
  (fresh) => {
    fresh.on(listModeratedOpinions, () => pageOf([text(41), text(42, { ...hidden, subject: 'article' })]));
    fresh.on(getModeratedOpinion, ({ params }) =>
      params.id === '41'
        ? { opinion: text(41), reports: [report] }
        : { opinion: text(42, hidden), reports: [] },
    );
  },
  () => ({ opinions: 2 }),
);
const enter = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });

test('lists the waiting opinions with the reasons, and fetches others by the chosen filters', async () => {
  openAdmin('/operator/opinions');
  const table = within(await screen.findByRole('table', { name: 'texts' }));
  expect(table.getByRole('row', { name: /Text 41.*player.*Robux reward.*reported 2 reports/ })).toBeTruthy();
  expect(table.getByRole('row', { name: /Text 42.*article.*hidden edited since/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Reviews 2 waiting' })).toBeTruthy();
  const choose = (value: string) => fireEvent.change(field('Show'), { target: { value } });
  choose('newest');
  await waitFor(() => expect(host.asked(listModeratedOpinions).at(-1)?.query.get('show')).toBe('newest'));
  host.on(listModeratedOpinions, () => pageOf([]));
  choose('waiting');
  await screen.findByText('Nothing to review');
});

test('hides a text for the reported reason with a note, and sends the version that was read', async () => {
  host.on(hideOpinion, () => ({ opinion: text(41, hidden) }));
  openAdmin('/operator/opinions/41');
  await screen.findByRole('heading', { name: 'Review on Robux' });
  expect(screen.getByRole('row', { name: /reader.*Scam.*It sells codes\..*open/ })).toBeTruthy();
  press(/^Hide it/);
  expect(field('Reason').value).toBe('scam');
  enter('Details', 'There is no such shop.');
  press('Hide it');
  await screen.findByText('Hidden. player can see why.');
  expect(host.bodies(hideOpinion)).toEqual([
    {
      version: 3,
      reason: 'It leads people to a scam: fake codes, accounts or generators. There is no such shop.',
    },
  ]);
  expect(location.pathname).toBe('/operator/opinions');
});

test('leads to the next waiting text after a decision, by a link or a key, until none is left', async () => {
  host.on(keepOpinion, () => ({ opinion: text(41, { waits_since: null, reports: 0 }) }));
  openAdmin('/operator/opinions?subject=reward');
  fireEvent.click(await screen.findByRole('link', { name: 'Text 41' }));
  await screen.findByRole('heading', { name: 'Review on Robux' });
  host.on(listModeratedOpinions, () => pageOf([text(42)]));
  press(/^Keep it shown/);
  enter('Reason', 'It is the address of a shop.');
  press('Keep it shown');
  const next = await screen.findByRole('link', { name: 'Next waiting' });
  expect(next.getAttribute('href')).toBe('/operator/opinions/42');
  const asked = host.asked(listModeratedOpinions).find(({ query }) => query.get('per_page') === '100');
  expect(asked?.query.get('subject')).toBe('reward');
  expect(asked?.query.get('show') ?? 'waiting').toBe('waiting');
  fireEvent.keyDown(document.body, { key: 'n' });
  await screen.findByText('It names where somebody lives.');
  expect(screen.queryByRole('link', { name: 'Next waiting' })).toBeNull();

  host.on(showOpinion, () => ({ opinion: text(42) }));
  host.on(listModeratedOpinions, () => pageOf([]));
  press(/^Show again/);
  enter('Reason', 'It is fine like this.');
  press('Show again');
  await screen.findByText('Nothing else is waiting here.');
});

test('leaves a reported text as it is, and says who reads the reason', async () => {
  host.on(keepOpinion, () => ({ opinion: text(41, { waits_since: null, reports: 0 }) }));
  openAdmin('/operator/opinions/41');
  await screen.findByRole('heading', { name: 'Review on Robux' });
  press(/^Keep it shown/);
  expect(screen.getByText(/won’t know it was reported/)).toBeTruthy();
  enter('Reason', 'It is the address of a shop.');
  press('Keep it shown');
  await screen.findByText('Kept. The people who reported it can see why.');
  expect(host.bodies(keepOpinion)).toEqual([{ version: 3, reason: 'It is the address of a shop.' }]);
});

test('shows a hidden text again once it was changed, and fetches a text that changed in the meantime', async () => {
  openAdmin('/operator/opinions/42');
  await screen.findByText('It names where somebody lives.');
  expect(screen.queryByRole('button', { name: /^Keep it shown/ })).toBeNull();
  expect(button(/^Keep it hidden/)).toBeTruthy();
  const changed = 'Its writer has changed it since you read it.';
  host.on(showOpinion, () => refusal(409, 'draft_changed', changed));
  host.on(getModeratedOpinion, () => ({
    opinion: text(42, { ...hidden, opinion: 'Newer words' }),
    reports: [],
  }));
  press(/^Show again/);
  enter('Reason', 'It is fine like this.');
  press('Show again');
  await screen.findByText(changed);
  await screen.findByText('Newer words');
});
