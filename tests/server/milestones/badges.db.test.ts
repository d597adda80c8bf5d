/** Badges: the act that earns one announces it, once. */
import { expect, test } from 'vitest';
import { rounds } from '../../../server/db/schema.ts';
import { playTower } from '../../../server/db/seed-players.ts';
import { noteScore } from '../../../server/features/arcade/tournaments.ts';
import { acceptSubmission, listWaitingSubmissions } from '../../../server/features/submissions/decisions.ts';
import { heightOf } from '../../../src/lib/arcade/tower.ts';
import { finishSession, startSession } from '../../../src/lib/contract/arcade/rounds.ts';
import { getTournament } from '../../../src/lib/contract/arcade/tournament.ts';
import { enterContest, listContests } from '../../../src/lib/contract/draws/contests.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { hideOpinion, showOpinion } from '../../../src/lib/contract/opinions/operator-opinions.ts';
import { addGameOpinion, createRewardOpinion } from '../../../src/lib/contract/opinions/opinions.ts';
import { getProfile } from '../../../src/lib/contract/profile/profiles.ts';
import { saveSubmission, submitForReview } from '../../../src/lib/contract/submissions/submissions.ts';
import { badgeWords } from '../../../src/lib/format/badges.ts';
import { type Player, playerApi, request, type TestApi } from '../../support/api.ts';
import { buyKey, KEY } from '../../support/api-orders.ts';
import { addPlayers } from '../../support/app-players.ts';
import { DAY, pass } from '../../support/time.ts';

const TOWER = 3;
const WEEK = 7 * DAY;

/** Plays a tower as the acting player, and lets a day pass. */
async function playOnADay(api: TestApi): Promise<void> {
  const { id, seed } = await request(startSession, { params: { id: TOWER }, body: { daily: false } });
  const played = playTower(seed, (tower) => heightOf(tower) >= 60);
  pass(api, played.lasted);
  await request(finishSession, { params: { id }, body: played });
  pass(api, DAY);
}

async function winAContest(api: TestApi): Promise<void> {
  const { data } = await request(listContests, {});
  const open = data.find(({ state }) => state === 'open');
  await request(enterContest, { params: { id: open?.id ?? 0 }, body: { seed: '5eed' } });
  pass(api, WEEK);
  await request(listContests, {});
}

/** The player finishes a week first of five. */
async function winATournament(api: TestApi, player: Player): Promise<void> {
  const { week, game } = await request(getTournament, {});
  const others = await addPlayers(api, 4);
  for (const [at, { id: userId }] of [player, ...others].entries())
    await api.db.drizzle.transaction(async (tx) => {
      const [score, now] = [100 - at, api.now];
      await noteScore(tx, { userId, week, score, now });
      const common = { id: crypto.randomUUID(), userId, gameId: game.id, seed: 1, version: 1, week };
      await tx.insert(rounds).values({ ...common, startedAt: now, finishedAt: now, score });
    });
  pass(api, WEEK);
  await request(getTournament, {});
}

async function publish(api: TestApi): Promise<void> {
  const operator = await api.addOperator();
  const key = crypto.randomUUID();
  const body = {
    title: 'Keep the largest tile in a corner',
    summary: 'Where the largest tile belongs, and why it should stay there.',
    type: 'guide' as const,
    game_id: 1,
    body: `Text ${key}. ${'Move along two edges as long as you can. '.repeat(20)}`,
  };
  const { version } = (await request(saveSubmission, { params: { key }, body: { ...body, version: 0 } }))
    .submission;
  await request(submitForReview, { params: { key }, body: { version } });
  const [first] = (await listWaitingSubmissions(api.db, { page: 1, per_page: 1 })).data;
  if (!first) throw new Error('nothing waits');
  const act = { operatorId: operator.id, reason: 'Clear, and right.', now: api.now, alone: 5000 };
  await api.db.drizzle.transaction((tx) =>
    acceptSubmission(tx, { submissionId: first.id, version: first.version, ...act }),
  );
}

const review = async (player: Player) =>
  (
    await request(createRewardOpinion, {
      params: { id: KEY.reward },
      body: { user_id: player.id, opinion: 'It came at once.' },
    })
  ).opinion;

/** What a player does, again and again, until the badge is there. */
const acts: Record<keyof typeof badgeWords, (api: TestApi, player: Player) => Promise<unknown>> = {
  redeemed: buyKey,
  quests: playOnADay,
  week: playOnADay,
  winner: winAContest,
  tournament: winATournament,
  author: publish,
  critic: (_, player) => review(player),
};

async function scene(id: keyof typeof badgeWords) {
  const { api, player } = await playerApi(5000);
  const { name } = badgeWords[id];
  return {
    api,
    player,
    has: async () =>
      (await request(getProfile, { params: { id: player.id } })).badges.some((badge) => badge.id === id),
    /** How many notifications name the badge. */
    announced: async () => {
      await api.background.idle();
      const { data } = await request(listNotifications, { query: { per_page: 100 } });
      return data.filter(({ title, body }) =>
        RegExp(`badge: ${name}\\b|the ${name} badge`).test(`${title} ${body}`),
      ).length;
    },
  };
}

const ids = Object.keys(acts).filter((id): id is keyof typeof acts => id in acts);

test.each(ids)('the badge "%s" is announced by the act that earns it, and by none after it', async (id) => {
  const { api, player, has, announced } = await scene(id);
  for (let turn = 0; turn < 20 && !(await has()); turn++) {
    expect(await announced()).toBe(0);
    await acts[id](api, player);
  }
  expect([await has(), await announced()]).toEqual([true, 1]);
  await acts[id](api, player);
  expect(await announced()).toBe(1);
});

test('a badge that a restored review brings is announced, and no second time if it is lost and comes back', async () => {
  const { api, player, has, announced } = await scene('critic');
  api.operateAs(await api.addOperator());
  const { id } = (
    await request(addGameOpinion, {
      params: { id: TOWER },
      body: { user_id: player.id, opinion: 'Somebody’s street.' },
    })
  ).opinion;
  const body = { version: 1, reason: 'It names where somebody lives.' };
  await request(hideOpinion, { params: { id }, body });
  for (let count = 0; count < 4; count++) await review(player);
  expect([await has(), await announced()]).toEqual([false, 0]);
  await request(showOpinion, { params: { id }, body });
  expect([await has(), await announced()]).toEqual([true, 1]);
  await request(hideOpinion, { params: { id }, body });
  await request(showOpinion, { params: { id }, body });
  expect([await has(), await announced()]).toEqual([true, 1]);
});
