import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { socialProofs, socialTasks } from '../../../server/db/schema.ts';
import { createOperatorSession } from '../../../server/features/admin/sessions.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { importCatalogue } from '../../../server/features/catalogue/import.ts';
import { confirm, refuseAProof } from '../../../server/features/reviews/decisions.ts';
import {
  confirmProof,
  refuseProof,
  listWaitingProofs as waitingProofs,
} from '../../../server/features/social/social.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import { SOCIAL_TRIES } from '../../../src/lib/contract/limits.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { listTransactions } from '../../../src/lib/contract/progress/dashboard.ts';
import { giveTries, listWaitingProofs } from '../../../src/lib/contract/reviews/operator-reviews.ts';
import { listSocialTasks, type SocialTask, submitProof } from '../../../src/lib/contract/social/social.ts';
import { site } from '../../../src/lib/site.ts';
import { type Player, request, reviewApi, type TestApi } from '../../support/api.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import { HOUR, pass } from '../../support/time.ts';
import { testVault } from '../../support/vault.ts';

const POST = 1;
const VIDEO = 2;
const link = (id: number) => `https://x.com/somebody/status/${100_000 + id}`;
const GOOD = 'Shows a whole round, marked as an ad.';
const BAD = 'The post is not public, so we can’t read it.';

const pageOne = { page: 1, per_page: 100, show: 'waiting', user_id: null } as const;

const task = async (id: number): Promise<SocialTask> => {
  const found = (await request(listSocialTasks, {})).tasks.find((one) => one.id === id);
  if (!found) throw new Error(`no task ${id}`);
  return found;
};

/** The operator's view of a player's proof. */
async function waiting(api: TestApi, player: Player) {
  const { data } = await waitingProofs(api.db, pageOne);
  const found = data.find(({ user }) => user.id === player.id);
  if (!found) throw new Error('nothing waits');
  return found;
}

async function decide(
  api: TestApi,
  by: { readonly id: number },
  of: Player,
  how: 'confirm' | 'refuse',
  change: { reason?: string; proof?: string } = {},
) {
  const { id: proofId, proof } = await waiting(api, of);
  const reason = how === 'confirm' ? GOOD : BAD;
  const act = {
    proofId,
    proof,
    operatorId: by.id,
    reason,
    now: api.now,
    alone: 5000,
    vault: testVault,
    ...change,
  };
  return how === 'confirm' ? confirm(api.db, act) : refuseAProof(api.db, act);
}

describe('the tasks', () => {
  test('come from the catalogue, are open to everyone, and are on networks in the footer', async () => {
    await reviewApi();
    const { tasks } = await request(listSocialTasks, {});
    const files = readCatalogue().social.filter(({ on_our_page }) => !on_our_page);
    expect(tasks.map(({ id }) => id).toSorted()).toEqual(files.map(({ id }) => id).toSorted());
    for (const one of tasks) {
      expect(site.social.map(({ name }) => name)).toContain(one.network);
      expect(one).toMatchObject({ state: 'open', last_proof: null, tries_left: SOCIAL_TRIES });
    }
  });

  test('are left out if they are done on a page of ours that doesn’t exist yet', async () => {
    const { api } = await reviewApi();
    const catalogue = readCatalogue();
    const ours = catalogue.social.find(({ on_our_page }) => on_our_page);
    const network = site.social.find(({ name }) => name === ours?.network);
    if (!ours || !network) throw new Error('no task is done on a page of ours');
    await expect(task(ours.id)).rejects.toThrow();
    const before = network.url;
    network.url = 'https://discord.com/invite/playtally';
    try {
      await importCatalogue(api.db, catalogue);
    } finally {
      network.url = before;
    }
    expect(await task(ours.id)).toMatchObject({ state: 'open', steps: ours.steps });
  });

  test('disappear once they are retired, except for players who submitted something', async () => {
    const { api, me } = await reviewApi();
    await request(submitProof, { params: { id: POST }, body: { proof: link(1) } });
    const catalogue = readCatalogue();
    await importCatalogue(api.db, { ...catalogue, social: catalogue.social.filter(({ id }) => id !== POST) });
    expect(await task(POST)).toMatchObject({ state: 'waiting' });
    api.actAs(await api.addPlayer());
    await expect(task(POST)).rejects.toThrow();
    expect(await endOf(request(submitProof, { params: { id: POST }, body: { proof: link(2) } }))).toBe(
      'not_found',
    );
    api.actAs(me);
    await request(submitProof, { params: { id: POST }, body: { proof: link(3) } });
    expect((await task(POST)).last_proof?.proof).toBe(link(3));
  });
});

describe('a proof', () => {
  test('waits without points, and is paid once when an operator accepts it', async () => {
    const { api, me, operator } = await reviewApi();
    expect(
      (await request(submitProof, { params: { id: POST }, body: { proof: `  ${link(1)} ` } })).task,
    ).toMatchObject({
      state: 'waiting',
      last_proof: { proof: link(1), decided_at: null, reason: null },
    });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 0 });
    const { points } = await task(POST);
    expect(await decide(api, operator, me, 'confirm')).toEqual({ userId: me.id, points });
    expect(await task(POST)).toMatchObject({
      state: 'confirmed',
      points,
      tries_left: 0,
      last_proof: { reason: GOOD },
    });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: points });
    expect((await request(listTransactions, {})).data[0]).toMatchObject({
      title: 'X: Post about a round you played',
      points,
    });
    expect(await endOf(request(submitProof, { params: { id: POST }, body: { proof: link(2) } }))).toBe(
      'nothing_to_do',
    );
    expect((await request(getBalance, {})).balance).toMatchObject({ available: points });
  });

  test('is decided once, even if many operators decide at the same moment', {
    tags: 'concurrent',
  }, async () => {
    const { api, me, operator } = await reviewApi();
    await request(submitProof, { params: { id: POST }, body: { proof: link(1) } });
    const { id: proofId, proof } = await waiting(api, me);
    const common = { operatorId: operator.id, reason: GOOD, now: api.now, alone: 5000, vault: testVault };
    const act = { proofId, proof, ...common };
    const ends = await endsOf([
      ...[1, 2, 3].map(() => api.db.drizzle.transaction((tx) => confirmProof(tx, act))),
      api.db.drizzle.transaction((tx) => refuseProof(tx, { ...act, reason: BAD })),
    ]);
    expect(ends.toSorted()).toEqual(['done', ...Array(3).fill('nothing_to_do')]);
  });

  test('keeps the points that were promised when it was submitted', async () => {
    const { api, me, operator } = await reviewApi();
    const { points } = (await request(submitProof, { params: { id: POST }, body: { proof: link(1) } })).task;
    await api.db.drizzle.update(socialTasks).set({ points: 1 }).where(eq(socialTasks.id, POST));
    expect(await decide(api, operator, me, 'confirm')).toMatchObject({ points });
  });

  test('that is declined says why, and can be retried a limited number of times', async () => {
    const { api, me, operator } = await reviewApi();
    for (let attempt = 1; attempt <= SOCIAL_TRIES; attempt += 1) {
      expect(
        (await request(submitProof, { params: { id: POST }, body: { proof: link(attempt) } })).task,
      ).toMatchObject({
        state: 'waiting',
        tries_left: SOCIAL_TRIES - attempt,
      });
      await decide(api, operator, me, 'refuse');
      expect(await task(POST)).toMatchObject({
        state: 'refused',
        tries_left: SOCIAL_TRIES - attempt,
        last_proof: { reason: BAD },
      });
      pass(api, HOUR);
    }
    expect((await request(listNotifications, {})).data, 'each decision notifies').toHaveLength(SOCIAL_TRIES);
    expect(await endOf(request(submitProof, { params: { id: POST }, body: { proof: link(9) } }))).toBe(
      'limit_reached',
    );
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 0 });

    // As the error says, support can give them back.
    api.operateAs(await createOperatorSession(api.db.drizzle, operator.id, 'a test', api.now));
    const usedUp = async () =>
      (await request(listWaitingProofs, { query: { show: 'used_up', user_id: me.id } })).data;
    const [proof] = await usedUp();
    expect(proof).toMatchObject({ user: { id: me.id }, task: { id: POST }, tries: SOCIAL_TRIES });
    const given = { params: { id: proof?.id ?? 0 }, body: { reason: 'The post is public now.' } };
    expect(await request(giveTries, given)).toEqual({ tries_left: SOCIAL_TRIES });
    expect(await usedUp()).toEqual([]);
    expect(await endOf(request(giveTries, given))).toBe('nothing_to_do');
    const [told] = (await request(listNotifications, {})).data;
    expect(told).toMatchObject({
      title: expect.stringMatching(/^You can try again: /),
      body: given.body.reason,
    });
    expect((await request(listAuditEvents, { query: { act: 'proof.give_tries' } })).data).toMatchObject([
      { user_id: me.id, reason: given.body.reason },
    ]);
    await request(submitProof, { params: { id: POST }, body: { proof: link(9) } });
    expect(await task(POST)).toMatchObject({ state: 'waiting', tries_left: SOCIAL_TRIES - 1 });
    api.operateAs(await api.addOperator(me.email));
    await decide(api, operator, me, 'refuse');
    await api.db.drizzle.update(socialProofs).set({ tries: SOCIAL_TRIES });
    expect(await endOf(request(giveTries, given))).toBe('forbidden');
  });

  test('that is waiting can be replaced, and an operator who opened the first one is warned', async () => {
    const { api, me, operator } = await reviewApi();
    await request(submitProof, { params: { id: POST }, body: { proof: link(1) } });
    await request(submitProof, { params: { id: POST }, body: { proof: link(2) } });
    expect(await task(POST)).toMatchObject({ tries_left: SOCIAL_TRIES - 1, last_proof: { proof: link(2) } });
    await expect(decide(api, operator, me, 'confirm', { proof: link(1) })).rejects.toMatchObject({
      fields: { proof: [expect.stringContaining('submitted a newer one')] },
    });
    expect(await api.db.drizzle.$count(socialProofs)).toBe(1);
  });

  test('has to be valid, or gets an error at its field and isn’t stored', async () => {
    const { api } = await reviewApi();
    const wrong = [
      'https://x.com.evil.example/somebody/status/100001',
      'javascript:alert(1)//https://x.com/somebody/status/100001',
      `${link(1)} and more`,
      'http://x.com/somebody/status/100001',
      'https://x.com/somebody',
    ];
    for (const proof of wrong)
      await expect(request(submitProof, { params: { id: POST }, body: { proof } })).rejects.toMatchObject({
        status: 422,
        fields: { proof: expect.stringContaining('https://x.com/you/status/') },
      });
    await expect(request(submitProof, { params: { id: POST }, body: { proof: ' ' } })).rejects.toMatchObject({
      fields: { proof: 'Please paste your proof.' },
    });
    expect(
      await endOf(request(submitProof, { params: { id: POST }, body: { proof: 'x'.repeat(301) } })),
    ).toBe('invalid: proof');
    expect(await endOf(request(submitProof, { params: { id: 4040 }, body: { proof: link(1) } }))).toBe(
      'not_found',
    );
    expect(await api.db.drizzle.$count(socialProofs)).toBe(0);
  });

  test('belongs to one player, however its link is spelled, even in a race', {
    tags: 'concurrent',
  }, async () => {
    const { api } = await reviewApi();
    const players = [await api.addPlayer(), await api.addPlayer(), await api.addPlayer()];
    const spelled = [
      'https://youtu.be/abcdefghij1',
      'https://www.youtube.com/watch?v=abcdefghij1&t=30',
      'https://m.youtube.com/shorts/abcdefghij1',
    ];
    const answers = await Promise.all(
      players.map(({ token }, at) =>
        api.send(token, 'POST', `/api/user/social-tasks/${VIDEO}/proof`, { proof: spelled[at] }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(await refused?.json()).toMatchObject({
      errors: { proof: [expect.stringContaining('Another player')] },
    });
  });

  test('sent by two tabs concurrently is stored once', { tags: 'concurrent' }, async () => {
    await reviewApi();
    expect(
      await endsOf(
        [1, 2, 3].map(() => request(submitProof, { params: { id: POST }, body: { proof: link(1) } })),
      ),
    ).toEqual(Array(3).fill('done'));
    expect(await task(POST)).toMatchObject({ tries_left: SOCIAL_TRIES - 1 });
  });

  test('can’t be decided by its owner, and needs a reason', async () => {
    const { api, me, operator } = await reviewApi();
    await request(submitProof, { params: { id: POST }, body: { proof: link(1) } });
    expect(await endOf(decide(api, await api.addOperator(me.email), me, 'confirm'))).toBe('forbidden');
    expect(await endOf(decide(api, operator, me, 'refuse', { reason: 'no' }))).toBe('invalid: reason');
    expect(await task(POST)).toMatchObject({ state: 'waiting' });
  });
});
