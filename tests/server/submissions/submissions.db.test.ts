/** Players' articles: drafts, submissions, and operators' decisions. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { articles, submissions, users } from '../../../server/db/schema.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { importCatalogue } from '../../../server/features/catalogue/import.ts';
import { accept } from '../../../server/features/reviews/decisions.ts';
import {
  acceptSubmission,
  listWaitingSubmissions,
  refuseSubmission,
} from '../../../server/features/submissions/decisions.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import { getArticle, listArticles } from '../../../src/lib/contract/articles/articles.ts';
import {
  DRAFTS_KEPT,
  MAX_ARTICLE_BODY,
  MIN_ARTICLE_BODY,
  SUBMISSION_POINTS,
  SUBMISSIONS_PER_DAY,
  SUBMISSIONS_WAITING,
} from '../../../src/lib/contract/limits.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { listTransactions } from '../../../src/lib/contract/progress/dashboard.ts';
import {
  hideArticle,
  listPublishedArticles,
  showArticle,
} from '../../../src/lib/contract/reviews/operator-reviews.ts';
import {
  type Draft,
  deleteSubmission,
  getSubmission,
  listSubmissions,
  previewArticle,
  type Submission,
  saveSubmission,
  submitForReview,
  withdrawSubmission,
} from '../../../src/lib/contract/submissions/submissions.ts';
import { request, reviewApi, type TestApi } from '../../support/api.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import { eraseDue } from '../../support/erase.ts';
import { pass } from '../../support/time.ts';

const blank: Draft = { title: '', summary: '', type: 'guide', game_id: null, body: '' };
let made = 0;
/** A draft that can be submitted; each has a different text. */
const whole = (change: Partial<Draft> = {}): Draft => ({
  title: 'Keep the largest tile in a corner',
  summary: 'Where the largest tile belongs, and why it should stay there.',
  type: 'guide',
  game_id: 1,
  body: `Text ${++made}. ${'Move along two edges as long as you can. '.repeat(20)}`,
  ...change,
});
const REASON = 'Clear, and the numbers are right.';

async function submittedArticle(change: Partial<Draft> = {}): Promise<Submission> {
  const { key, version } = (
    await request(saveSubmission, { params: { key: randomUUID() }, body: { ...whole(change), version: 0 } })
  ).submission;
  return (await request(submitForReview, { params: { key }, body: { version } })).submission;
}

const pageOne = { page: 1, per_page: 100 };

/** An operator's action on the longest-waiting article. */
async function actOn(api: TestApi, operatorId: number) {
  const [first] = (await listWaitingSubmissions(api.db, pageOne)).data;
  if (!first) throw new Error('nothing waits');
  const { id: submissionId, version } = first;
  return { submissionId, version, operatorId, reason: REASON, now: api.now, alone: 5000 };
}

async function decide(
  api: TestApi,
  operator: { readonly id: number },
  how: typeof acceptSubmission | typeof refuseSubmission,
  change: { reason?: string; version?: number } = {},
) {
  const act = { ...(await actOn(api, operator.id)), ...change };
  return api.db.drizzle.transaction((tx) => how(tx, act));
}

describe('a draft', () => {
  test('is saved as it is, however short, can be reopened, and stays deleted', async () => {
    await reviewApi();
    const key = randomUUID();
    expect(
      (await request(saveSubmission, { params: { key }, body: { ...blank, title: ' A', version: 0 } }))
        .submission,
    ).toMatchObject({
      key,
      title: ' A',
      state: 'draft',
      version: 1,
      points: null,
      submitted_at: null,
    });
    await request(saveSubmission, {
      params: { key },
      body: { ...blank, title: ' A guide', body: 'One line\n', version: 1 },
    });
    expect((await request(getSubmission, { params: { key } })).submission).toMatchObject({
      title: ' A guide',
      body: 'One line\n',
      version: 2,
    });
    expect((await request(listSubmissions, {})).data).toMatchObject([
      { key, title: ' A guide', state: 'draft' },
    ]);
    await request(deleteSubmission, { params: { key } });
    const ends = await endsOf([
      request(saveSubmission, { params: { key }, body: { ...whole(), version: 2 } }),
      request(deleteSubmission, { params: { key } }),
    ]);
    expect(ends).toEqual(Array(2).fill('not_found'));
    expect((await request(listSubmissions, {})).total).toBe(0);
  });

  test('is saved once if an answer is lost, and made once by two tabs', {
    tags: 'concurrent',
  }, async () => {
    await reviewApi();
    const key = randomUUID();
    const draft = whole();
    expect(
      await endsOf(
        [1, 2, 3].map(() => request(saveSubmission, { params: { key }, body: { ...draft, version: 0 } })),
      ),
    ).toEqual(Array(3).fill('done'));
    expect((await request(getSubmission, { params: { key } })).submission).toMatchObject({ version: 1 });
    expect((await request(listSubmissions, {})).total).toBe(1);
  });

  test('that changed elsewhere is neither overwritten nor submitted unread', async () => {
    await reviewApi();
    const key = randomUUID();
    await request(saveSubmission, {
      params: { key },
      body: { ...whole({ body: 'from the start' }), version: 0 },
    });
    await request(saveSubmission, {
      params: { key },
      body: { ...whole({ body: 'from the phone' }), version: 1 },
    });
    const computer = request(saveSubmission, {
      params: { key },
      body: { ...whole({ body: 'from the computer' }), version: 1 },
    });
    expect(
      await endsOf([computer, request(submitForReview, { params: { key }, body: { version: 1 } })]),
    ).toEqual(Array(2).fill('draft_changed'));
    expect((await request(getSubmission, { params: { key } })).submission).toMatchObject({
      body: 'from the phone',
      version: 2,
    });
  });

  test('belongs to its writer: another player can’t read, save, submit or delete it', async () => {
    const { api } = await reviewApi();
    const { key } = (
      await request(saveSubmission, { params: { key: randomUUID() }, body: { ...whole(), version: 0 } })
    ).submission;
    api.actAs(await api.addPlayer());
    const ends = await endsOf([
      request(getSubmission, { params: { key } }),
      request(saveSubmission, { params: { key }, body: { ...whole(), version: 0 } }),
      request(saveSubmission, { params: { key }, body: { ...whole(), version: 1 } }),
      request(submitForReview, { params: { key }, body: { version: 1 } }),
      request(withdrawSubmission, { params: { key } }),
      request(deleteSubmission, { params: { key } }),
    ]);
    expect(ends).toEqual(Array(6).fill('not_found'));
  });

  test('that is too long, malformed or about no game is rejected with an explanation, not cut', async () => {
    const { api, me } = await reviewApi();
    const save = async (change: Partial<Draft>) =>
      (
        await request(saveSubmission, {
          params: { key: randomUUID() },
          body: { ...blank, ...change, version: 0 },
        })
      ).submission;
    await expect(save({ body: 'x'.repeat(MAX_ARTICLE_BODY + 1) })).rejects.toMatchObject({
      fields: { body: 'An article has at most 20,000 characters.' },
    });
    await expect(save({ game_id: 4040 })).rejects.toMatchObject({
      fields: { game_id: expect.stringContaining('no longer available') },
    });
    const put = async (path: string, body: object) =>
      (await api.send(me.token, 'PUT', `/api/user/submissions/${path}`, { ...blank, version: 0, ...body }))
        .status;
    expect(await put('1', {})).toBe(404);
    for (const wrong of [{ version: 'x' }, { version: 1e12 }, { type: 'news' }, { title: 'a\0b' }])
      expect(await put(randomUUID(), wrong), JSON.stringify(wrong)).toBe(422);
    expect((await request(listSubmissions, {})).total).toBe(0);
  });

  test('can be made up to a limit, which is explained', async () => {
    await reviewApi();
    for (let at = 0; at < DRAFTS_KEPT; at += 1)
      await request(saveSubmission, { params: { key: randomUUID() }, body: { ...blank, version: 0 } });
    await expect(
      request(saveSubmission, { params: { key: randomUUID() }, body: { ...blank, version: 0 } }),
    ).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining(`${DRAFTS_KEPT} drafts`),
    });
  });
});

describe('submitting', () => {
  test('needs a complete article: each field says what is missing', async () => {
    await reviewApi();
    const little = { ...blank, title: 'Short', body: ` ${' '.repeat(900)}x` };
    const { key, version } = (
      await request(saveSubmission, { params: { key: randomUUID() }, body: { ...little, version: 0 } })
    ).submission;
    await expect(request(submitForReview, { params: { key }, body: { version } })).rejects.toMatchObject({
      fields: {
        title: 'A title needs at least 10 characters.',
        summary: 'A summary needs at least 30 characters.',
        body: `An article needs at least ${MIN_ARTICLE_BODY} characters.`,
      },
    });
    expect((await request(getSubmission, { params: { key } })).submission).toMatchObject({ state: 'draft' });
  });

  test('makes it wait unchanged after earlier ones, until it is withdrawn', async () => {
    const { api } = await reviewApi();
    const first = await submittedArticle();
    expect(first).toMatchObject({ state: 'submitted', ahead: 0, points: SUBMISSION_POINTS.guide });
    pass(api, 1000);
    const second = await submittedArticle({ type: 'review' });
    const { key, version } = second;
    expect(second).toMatchObject({ ahead: 1, points: SUBMISSION_POINTS.review });
    expect((await request(submitForReview, { params: { key }, body: { version } })).submission).toEqual(
      second,
    );
    const ends = await endsOf([
      request(saveSubmission, { params: { key }, body: { ...whole(), version } }),
      request(deleteSubmission, { params: { key } }),
    ]);
    expect(ends).toEqual(Array(2).fill('not_a_draft'));
    for (let again = 0; again < 2; again++)
      expect((await request(withdrawSubmission, { params: { key } })).submission).toMatchObject({
        state: 'draft',
        points: null,
        submitted_at: null,
      });
    const { submission: changed } = await request(saveSubmission, {
      params: { key },
      body: { ...whole(), version },
    });
    expect(
      (await request(submitForReview, { params: { key }, body: { version: changed.version } })).submission,
    ).toMatchObject({ state: 'submitted' });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 0 });
  });

  test('counts the same text once, no matter who sends it and how it is spaced', async () => {
    const { api } = await reviewApi();
    const { body } = await submittedArticle();
    api.actAs(await api.addPlayer());
    await expect(
      submittedArticle({ body: `\n${body.toUpperCase().replaceAll(' ', '  ')}` }),
    ).rejects.toMatchObject({
      fields: { body: expect.stringContaining('already submitted this text') },
    });
  });

  test('counts it once even if two players send it at the same moment', { tags: 'concurrent' }, async () => {
    const { api, me } = await reviewApi();
    const draft = whole();
    const sends: (() => Promise<Response>)[] = [];
    for (const player of [me, await api.addPlayer(), await api.addPlayer()]) {
      api.actAs(player);
      const key = randomUUID();
      const { version } = (await request(saveSubmission, { params: { key }, body: { ...draft, version: 0 } }))
        .submission;
      const path = submitForReview.path.replace(':key', key);
      sends.push(() => api.send(player.token, submitForReview.method, path, { version }));
    }
    const answers = await Promise.all(sends.map((send) => send()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });

  test('has limits on waiting and daily submissions, even for concurrent ones', {
    tags: 'concurrent',
  }, async () => {
    const { api, operator } = await reviewApi();
    const drafts: Submission[] = [];
    while (drafts.length < 6)
      drafts.push(
        (await request(saveSubmission, { params: { key: randomUUID() }, body: { ...whole(), version: 0 } }))
          .submission,
      );
    const ends = await endsOf(
      drafts.map(({ key, version }) => request(submitForReview, { params: { key }, body: { version } })),
    );
    expect(ends.filter((end) => end === 'done')).toHaveLength(SUBMISSIONS_WAITING);
    expect(ends.filter((end) => end === 'limit_reached')).toHaveLength(6 - SUBMISSIONS_WAITING);
    await decide(api, operator, refuseSubmission);
    await expect(submittedArticle()).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining(`${SUBMISSIONS_PER_DAY} articles a day`),
    });
    api.now = new Date('2026-11-19T00:00:00Z');
    await submittedArticle();
  });
});

describe('an operator', () => {
  test('accepts it: it becomes an article by its writer, paid once', async () => {
    const { api, me, operator } = await reviewApi();
    const { key } = await submittedArticle({
      body: `${whole().body}\n\n## More\n\n<script>alert(1)</script>`,
    });
    const points = SUBMISSION_POINTS.guide;
    expect(await decide(api, operator, acceptSubmission)).toMatchObject({ userId: me.id, points });
    const { submission: mine } = await request(getSubmission, { params: { key } });
    expect(mine).toMatchObject({ state: 'accepted', reason: REASON, points });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: points });
    const title = 'Keep the largest tile in a corner';
    expect((await request(listTransactions, {})).data).toMatchObject([
      { title: `Article accepted: ${title}` },
    ]);

    api.actAs(null);
    const { article } = await request(getArticle, { params: { id: mine.article_id ?? 0 } });
    expect(article).toMatchObject({ title, author: { id: me.id }, game: { id: 1 } });
    expect(article.body).toContain('<h2>More</h2>');
    expect(article.body).not.toContain('<script>');
    expect((await request(listArticles, { query: { type: 'guide' } })).data[0]?.id).toBe(article.id);
    // The catalogue's next import retires entries without a file, but this one never had one.
    await importCatalogue(api.db, readCatalogue());
    expect((await request(getArticle, { params: { id: article.id } })).article.id).toBe(article.id);
    api.actAs(me);
    const ends = await endsOf([
      request(deleteSubmission, { params: { key } }),
      request(saveSubmission, { params: { key }, body: { ...whole(), version: mine.version } }),
    ]);
    expect(ends).toEqual(Array(2).fill('not_a_draft'));
    await expect(request(withdrawSubmission, { params: { key } })).rejects.toMatchObject({
      code: 'not_a_draft',
      message: 'This article is already published, so you can’t withdraw it.',
    });
  });

  test('declines it with a reason: it can be submitted again after a change, but not unchanged', async () => {
    const { api, operator } = await reviewApi();
    const { key, version } = await submittedArticle();
    const reason = 'The second half is missing its numbers.';
    await decide(api, operator, refuseSubmission, { reason });
    expect((await request(getSubmission, { params: { key } })).submission).toMatchObject({
      state: 'refused',
      reason,
      article_id: null,
    });
    expect(await endOf(request(submitForReview, { params: { key }, body: { version } }))).toBe('not_a_draft');
    const { submission: changed } = await request(saveSubmission, {
      params: { key },
      body: { ...whole(), version },
    });
    expect(changed).toMatchObject({ state: 'draft', reason });
    expect(
      (await request(submitForReview, { params: { key }, body: { version: changed.version } })).submission,
    ).toMatchObject({ state: 'submitted', reason: null });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 0 });
    expect(await api.db.drizzle.$count(articles)).toBe(readCatalogue().articles.length);
  });

  test('decides once, on the version that was read, never on their own, and not without a reason', {
    tags: 'concurrent',
  }, async () => {
    const { api, me, operator } = await reviewApi();
    await submittedArticle();
    const own = await api.addOperator(me.email);
    expect(await endOf(accept(api.db, await actOn(api, own.id)))).toBe('forbidden');
    expect(await endOf(decide(api, operator, acceptSubmission, { version: 7 }))).toBe('draft_changed');
    for (const how of [acceptSubmission, refuseSubmission])
      expect(await endOf(decide(api, operator, how, { reason: '  fine ' }))).toBe('invalid: reason');
    const act = await actOn(api, operator.id);
    const ends = await endsOf(
      [acceptSubmission, acceptSubmission, refuseSubmission].map((how) =>
        api.db.drizzle.transaction(async (tx) => void (await how(tx, act))),
      ),
    );
    expect(ends.toSorted()).toEqual(['done', 'nothing_to_do', 'nothing_to_do']);
  });

  test('and a writer who withdraws it: one of the two happens', { tags: 'concurrent' }, async () => {
    const { api, operator } = await reviewApi();
    const { key } = await submittedArticle();
    // Read before, because a withdrawn article isn't listed.
    const act = await actOn(api, operator.id);
    const [decided, taken] = await endsOf([
      api.db.drizzle.transaction((tx) => acceptSubmission(tx, act)),
      request(withdrawSubmission, { params: { key } }),
    ]);
    const { state } = (await request(getSubmission, { params: { key } })).submission;
    if (state === 'accepted') expect(taken).toBe('not_a_draft');
    else expect(decided).not.toBe('done');
    expect(await api.db.drizzle.$count(submissions)).toBe(1);
  });
});

test('an operator hides a published article, and shows it again: only its writer sees it meanwhile, and reads why', async () => {
  const { api, me, operator } = await reviewApi();
  const { key, title } = await submittedArticle();
  await decide(api, operator, acceptSubmission);
  api.operateAs(operator);
  const listed = async () => (await request(listPublishedArticles, { query: { user_id: me.id } })).data;
  const [published] = await listed();
  expect(published).toMatchObject({ title, user: { id: me.id }, hidden: false });
  const { id = 0, article_id: articleId = 0 } = published ?? {};
  const reason = 'Its second part is copied from another site.';
  const act = { params: { id }, body: { reason } };
  expect(await endOf(request(showArticle, act))).toBe('nothing_to_do');
  expect(await request(hideArticle, act)).toEqual({ hidden: true });
  expect(await endOf(request(hideArticle, act))).toBe('nothing_to_do');
  expect(await endOf(request(getArticle, { params: { id: articleId } }))).toBe('not_found');
  expect((await request(listArticles, { query: { type: 'guide' } })).data.map((one) => one.id)).not.toContain(
    articleId,
  );
  expect(await listed()).toMatchObject([{ hidden: true }]);
  const { submission } = await request(getSubmission, { params: { key } });
  expect(submission).toMatchObject({ state: 'accepted', hidden: true, article_id: null, reason });
  const [told] = (await request(listNotifications, {})).data;
  expect(told).toMatchObject({
    title: `Hidden: your article “${title}”`,
    body: `${reason} Only you can see it now.`,
    href: `/user/create_content?draft=${key}`,
  });

  expect(await request(showArticle, act)).toEqual({ hidden: false });
  expect((await request(getArticle, { params: { id: articleId } })).article.title).toBe(title);
  expect((await request(getSubmission, { params: { key } })).submission).toMatchObject({
    hidden: false,
    article_id: articleId,
  });
  expect((await request(listAuditEvents, { query: { subject: 'submission' } })).data).toMatchObject([
    { act: 'submission.show', subject_id: String(id), user_id: me.id, reason },
    { act: 'submission.hide', subject_id: String(id), user_id: me.id, reason },
  ]);

  await submittedArticle();
  const [waiting] = (await listWaitingSubmissions(api.db, pageOne)).data;
  expect(await endOf(request(hideArticle, { ...act, params: { id: waiting?.id ?? 0 } }))).toBe('not_found');
  api.operateAs(await api.addOperator(me.email));
  expect(await endOf(request(hideArticle, act))).toBe('forbidden');
});

test('a hidden article is deleted with its writer’s account, and can’t be shown again', async () => {
  const { api, me, operator } = await reviewApi();
  const { title } = await submittedArticle();
  await decide(api, operator, acceptSubmission);
  api.operateAs(operator);
  const [published] = (await request(listPublishedArticles, {})).data;
  const act = { params: { id: published?.id ?? 0 }, body: { reason: REASON } };
  await request(hideArticle, act);
  const { drizzle } = api.db;
  await drizzle
    .update(users)
    .set({ deletionAskedAt: api.now, deletionDueAt: api.now, removesWritings: false })
    .where(eq(users.id, me.id));
  await eraseDue(api);
  expect(await endOf(request(showArticle, act))).toBe('nothing_to_do');
  expect((await request(listPublishedArticles, {})).data).toEqual([]);
  const texts = [await drizzle.select().from(articles), await drizzle.select().from(submissions)];
  expect(JSON.stringify(texts)).not.toContain(title);
});

test('the preview shows what readers get: no HTML from the writer, no scripts in links, no pictures', async () => {
  await reviewApi();
  const { html } = await request(previewArticle, {
    body: {
      body: [
        '# Top\n\n## Part\n\n**bold** and `code`',
        '<img src=x onerror=alert(1)><b>raw</b>',
        '[good](https://example.com "t&quot;x") [own](/user/games) [bad](javascript:alert(1)) [odd](//evil.example) [data](data:text/html,x)',
        '![a picture](https://example.com/x.png)',
        '| a | b |\n|---|---|\n| 1 | 2 |',
      ].join('\n\n'),
    },
  });
  for (const good of [
    '<h2>Top</h2>',
    '<h2>Part</h2>',
    '<strong>bold</strong>',
    '<a href="https://example.com"',
    '<a href="/user/games">own</a>',
    '<td>1</td>',
    '&lt;img src=x onerror=alert(1)&gt;',
    'a picture',
  ])
    expect(html).toContain(good);
  for (const bad of ['<img', '<b>', 'javascript:', '//evil', 'data:']) expect(html).not.toContain(bad);
  expect(await endOf(request(previewArticle, { body: { body: 'x'.repeat(MAX_ARTICLE_BODY + 1) } }))).toMatch(
    /^invalid/,
  );
});
