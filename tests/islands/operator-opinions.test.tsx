import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OperatorIsland } from '../../src/islands/operator/OperatorIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { ModeratedOpinion } from '../../src/lib/contract/operator-opinions.ts';
import { $operating, leaveDesk } from '../../src/lib/stores/operator-session.ts';
import { createHost, pageOf } from '../support/island-host.ts';
import { desk, operator, operatorSession } from '../support/operator-host.ts';

const OPINIONS = '/api/operator/opinions';

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

let host = createHost({});
let sent: { path: string; body: unknown }[] = [];
beforeEach(() => {
  sent = [];
  sessionStorage.clear();
  host = createHost({
    '/api/operator/logout': () => ({ signed_out: true }),
    '/api/operator/desk': () => ({
      operator: operator(),
      session_expires_at: '2026-11-20T22:30:00.000Z',
      desk: { ...desk, opinions: 2 },
    }),
    [OPINIONS]: ({ query }) => pageOf([text(41), text(42, { ...hidden, subject: 'article' })], query),
    [`${OPINIONS}/41`]: () => ({ opinion: text(41), reports: [report] }),
    [`${OPINIONS}/42`]: () => ({ opinion: text(42, hidden), reports: [] }),
  });
  connectApi({
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (request.method === 'POST')
        sent.push({
          path: new URL(request.url).pathname,
          body: await request
            .clone()
            .json()
            .catch(() => null),
        });
      return host.fetch(request.url, { headers: Object.fromEntries(request.headers) });
    },
  });
});
afterEach(async () => {
  await leaveDesk();
  $operating.set({ state: 'unknown' });
});

function open(address: string): void {
  sessionStorage.setItem('operator', JSON.stringify(operatorSession()));
  history.replaceState(null, '', address);
  render(<OperatorIsland />);
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

it('lists what waits with why, and asks for others by what is chosen', async () => {
  open('/operator/opinions');
  const table = await screen.findByRole('table', { name: 'texts' });
  expect(
    within(table).getByRole('row', { name: /Text 41.*player.*Robux reward.*reported 2 reports/ }),
  ).toBeTruthy();
  expect(within(table).getByRole('row', { name: /Text 42.*article.*hidden changed since/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Opinions 2 waiting' })).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'newest' } });
  await waitFor(() => expect(host.to(OPINIONS).at(-1)?.query.get('show')).toBe('newest'));
  host.answers[OPINIONS] = ({ query }) => pageOf([], query);
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'waiting' } });
  await screen.findByText('Nothing waits for a look');
});

it('hides a text for what was reported, in a sentence and in words of one’s own, naming what was read', async () => {
  host.answers[`${OPINIONS}/41/hide`] = () => ({ opinion: text(41, hidden) });
  open('/operator/opinions/41');
  await screen.findByRole('heading', { name: 'Opinion on Robux' });
  expect(screen.getByRole('row', { name: /reader.*It leads to fraud.*It sells codes\..*open/ })).toBeTruthy();
  press(/^Hide it/);
  const kind = screen.getByLabelText<HTMLSelectElement>('Reason');
  expect(kind.value).toBe('scam');
  fireEvent.input(screen.getByLabelText('More about it'), { target: { value: 'There is no such shop.' } });
  press('Hide it');
  await screen.findByText('It is hidden, and player reads why.');
  expect(sent.find(({ path }) => path.endsWith('/hide'))?.body).toEqual({
    version: 3,
    reason: 'It leads people to fraud: codes, accounts or generators that are none. There is no such shop.',
  });
  expect(location.pathname).toBe('/operator/opinions');
});

it('leaves a reported one as it is, and says who reads why', async () => {
  host.answers[`${OPINIONS}/41/keep`] = () => ({ opinion: text(41, { waits_since: null, reports: 0 }) });
  open('/operator/opinions/41');
  await screen.findByRole('heading', { name: 'Opinion on Robux' });
  press(/^Keep it shown/);
  expect(screen.getByText(/isn’t told that it was reported/)).toBeTruthy();
  fireEvent.input(screen.getByLabelText('Reason'), { target: { value: 'It is the address of a shop.' } });
  press('Keep it shown');
  await screen.findByText('It stays, and who reported it reads why.');
  expect(sent.find(({ path }) => path.endsWith('/keep'))?.body).toEqual({
    version: 3,
    reason: 'It is the address of a shop.',
  });
});

it('shows a hidden one again once it was changed; what was changed meanwhile is fetched and told', async () => {
  open('/operator/opinions/42');
  await screen.findByText('It names where somebody lives.');
  expect(screen.queryByRole('button', { name: /^Keep it shown/ })).toBeNull();
  expect(screen.getByRole('button', { name: /^Keep it hidden/ })).toBeTruthy();
  host.answers[`${OPINIONS}/42/show`] = () =>
    Response.json(
      { message: 'Its writer has changed it since you read it.', code: 'draft_changed' },
      { status: 409 },
    );
  host.answers[`${OPINIONS}/42`] = () => ({
    opinion: text(42, { ...hidden, opinion: 'Newer words' }),
    reports: [],
  });
  press(/^Show it again/);
  fireEvent.input(screen.getByLabelText('Reason'), { target: { value: 'It is fine like this.' } });
  press('Show it again');
  await screen.findByText('Its writer has changed it since you read it.');
  expect(await screen.findByText('Newer words')).toBeTruthy();
});
