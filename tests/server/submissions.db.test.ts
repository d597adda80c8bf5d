import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { articles, submissions } from '../../server/db/schema.ts';
import { importCatalogue } from '../../server/domain/catalogue.ts';
import { readCatalogue } from '../../server/domain/catalogue-files.ts';
import {
  acceptSubmission,
  listWaitingSubmissions,
  refuseSubmission,
} from '../../server/domain/submission-acts.ts';
import { getBalance } from '../../src/lib/api/account.ts';
import { getArticle, listArticles } from '../../src/lib/api/articles.ts';
import { listTransactions } from '../../src/lib/api/dashboard.ts';
import {
  deleteSubmission,
  getSubmission,
  handInSubmission,
  listSubmissions,
  previewArticle,
  saveSubmission,
  takeBackSubmission,
} from '../../src/lib/api/submissions.ts';
import {
  DRAFTS_KEPT,
  MAX_ARTICLE_BODY,
  MIN_ARTICLE_BODY,
  SUBMISSION_POINTS,
  SUBMISSIONS_PER_DAY,
  SUBMISSIONS_WAITING,
} from '../../src/lib/contract/limits.ts';
import type { Draft, Submission } from '../../src/lib/contract/submissions.ts';
import { type Player, type TestApi, testApi } from '../support/api.ts';
import type { TestOperator } from '../support/operator.ts';

const blank: Draft = { title: '', summary: '', type: 'guide', game_id: null, body: '' };
let made = 0;
/** A draft that can be handed in; each has a text of its own. */
const whole = (change: Partial<Draft> = {}): Draft => ({
  title: 'Keep the largest tile in a corner',
  summary: 'Where the largest tile belongs, and why it should stay there.',
  type: 'guide',
  game_id: 1,
  body: `Text ${++made}. ${'Move along two edges as long as you can. '.repeat(20)}`,
  ...change,
});
const REASON = 'Clear, and the numbers are right.';

async function scene(): Promise<{ api: TestApi; me: Player; operator: TestOperator }> {
  const api = await testApi();
  const operator = await api.addOperator();
  const me = await api.addPlayer();
  api.actAs(me);
  return { api, me, operator };
}

async function handedIn(change: Partial<Draft> = {}): Promise<Submission> {
  const { key, version } = await saveSubmission(randomUUID(), whole(change), 0);
  return handInSubmission(key, version);
}

const pageOne = { page: 1, per_page: 100 };

/** The act of an operator on the longest waiting article. */
async function decide(
  api: TestApi,
  operator: { readonly id: number },
  how: typeof acceptSubmission | typeof refuseSubmission,
  change: { reason?: string; version?: number } = {},
) {
  const [first] = (await listWaitingSubmissions(api.db, pageOne)).data;
  if (!first) throw new Error('nothing waits');
  const act = {
    submissionId: first.id,
    version: first.version,
    operatorId: operator.id,
    reason: REASON,
    now: api.now,
    alone: 5000,
  };
  return api.db.drizzle.transaction((tx) => how(tx, { ...act, ...change }));
}

describe('a draft', () => {
  test('is saved as it is, however little, and found again', async () => {
    await scene();
    const key = randomUUID();
    expect(await saveSubmission(key, { ...blank, title: ' A' }, 0)).toMatchObject({
      key,
      title: ' A',
      state: 'draft',
      version: 1,
      points: null,
      submitted_at: null,
    });
    await saveSubmission(key, { ...blank, title: ' A guide', body: 'One line\n' }, 1);
    expect(await getSubmission(key)).toMatchObject({ title: ' A guide', body: 'One line\n', version: 2 });
    expect((await listSubmissions()).data).toMatchObject([{ key, title: ' A guide', state: 'draft' }]);
  });

  test('saved twice by a lost answer is one save, and the first save by two tabs one draft', {
    tags: 'both',
  }, async () => {
    const { api, me } = await scene();
    const key = randomUUID();
    const draft = whole();
    const send = () => api.send(me.token, 'PUT', `/api/user/submissions/${key}`, { ...draft, version: 0 });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await getSubmission(key)).toMatchObject({ version: 1 });
    expect((await listSubmissions()).total).toBe(1);
  });

  test('changed somewhere else meanwhile is not written over', async () => {
    await scene();
    const key = randomUUID();
    await saveSubmission(key, whole({ body: 'from the start' }), 0);
    await saveSubmission(key, whole({ body: 'from the phone' }), 1);
    await expect(saveSubmission(key, whole({ body: 'from the desk' }), 1)).rejects.toMatchObject({
      code: 'draft_changed',
      status: 409,
    });
    expect(await getSubmission(key)).toMatchObject({ body: 'from the phone', version: 2 });
  });

  test('that was deleted doesn’t come back by itself', async () => {
    await scene();
    const key = randomUUID();
    await saveSubmission(key, whole(), 0);
    await deleteSubmission(key);
    await expect(saveSubmission(key, whole(), 1)).rejects.toMatchObject({ code: 'not_found' });
    await expect(deleteSubmission(key)).rejects.toMatchObject({ code: 'not_found' });
    expect((await listSubmissions()).total).toBe(0);
  });

  test('is its writer’s alone: another reads, saves, hands in and deletes nothing', async () => {
    const { api } = await scene();
    const { key } = await saveSubmission(randomUUID(), whole(), 0);
    api.actAs(await api.addPlayer());
    const attacks = [
      () => getSubmission(key),
      () => saveSubmission(key, whole(), 0),
      () => saveSubmission(key, whole(), 1),
      () => handInSubmission(key, 1),
      () => takeBackSubmission(key),
      () => deleteSubmission(key),
    ];
    for (const attack of attacks)
      await expect(attack()).rejects.toMatchObject({ code: 'not_found', status: 404 });
  });

  test('that is too long is refused in words rather than cut', async () => {
    await scene();
    const body = 'x'.repeat(MAX_ARTICLE_BODY + 1);
    await expect(saveSubmission(randomUUID(), { ...blank, body }, 0)).rejects.toMatchObject({
      fields: { body: 'An article has at most 20,000 characters.' },
    });
    await expect(saveSubmission(randomUUID(), { ...blank, game_id: 4040 }, 0)).rejects.toMatchObject({
      fields: { game_id: expect.stringContaining('isn’t here any more'.replace('’', "'")) },
    });
    expect((await listSubmissions()).total).toBe(0);
  });

  test('of any number but for a limit, told in words', async () => {
    await scene();
    for (let at = 0; at < DRAFTS_KEPT; at += 1)
      await saveSubmission(randomUUID(), { ...blank, title: `${at}` }, 0);
    await expect(saveSubmission(randomUUID(), { ...blank, title: 'more' }, 0)).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining(`${DRAFTS_KEPT} drafts`),
    });
  });

  test('with an address that is no UUID, or a version that is no number, is refused', async () => {
    const { api, me } = await scene();
    const put = (path: string, body: object) =>
      api.send(me.token, 'PUT', `/api/user/submissions/${path}`, body);
    expect((await put('1', { ...blank, version: 0 })).status).toBe(404);
    expect((await put(randomUUID(), { ...blank, version: 'x' })).status).toBe(422);
    expect((await put(randomUUID(), { ...blank, version: 1e12 })).status).toBe(422);
    expect((await put(randomUUID(), { ...blank, type: 'news', version: 0 })).status).toBe(422);
    expect((await put(randomUUID(), { ...blank, title: 'a\0b', version: 0 })).status).toBe(422);
  });
});

describe('handing in', () => {
  test('needs a whole article: each field says what is missing', async () => {
    await scene();
    const { key, version } = await saveSubmission(
      randomUUID(),
      { ...blank, title: 'Short', body: ` ${' '.repeat(900)}x` },
      0,
    );
    await expect(handInSubmission(key, version)).rejects.toMatchObject({
      fields: {
        title: 'A title needs at least 10 characters.',
        summary: 'A summary needs at least 30 characters.',
        body: `An article needs at least ${MIN_ARTICLE_BODY} characters.`,
      },
    });
    expect(await getSubmission(key)).toMatchObject({ state: 'draft' });
  });

  test('makes it wait, unchangeable, behind those that came before; again it answers the same', async () => {
    const { api } = await scene();
    const first = await handedIn();
    expect(first).toMatchObject({ state: 'submitted', ahead: 0, points: SUBMISSION_POINTS.guide });
    api.now = new Date(api.now.getTime() + 1000);
    const second = await handedIn({ type: 'review' });
    expect(second).toMatchObject({ ahead: 1, points: SUBMISSION_POINTS.review });
    expect(await handInSubmission(second.key, second.version)).toEqual(second);
    await expect(saveSubmission(second.key, whole(), second.version)).rejects.toMatchObject({
      code: 'not_a_draft',
    });
    await expect(deleteSubmission(second.key)).rejects.toMatchObject({ code: 'not_a_draft' });
    expect(await getBalance()).toMatchObject({ available: 0 });
  });

  test('takes what was saved last and nothing older', async () => {
    await scene();
    const { key, version } = await saveSubmission(randomUUID(), whole(), 0);
    await saveSubmission(key, whole(), version);
    await expect(handInSubmission(key, version)).rejects.toMatchObject({ code: 'draft_changed' });
  });

  test('can be taken back, changed and done again', async () => {
    await scene();
    const { key, version } = await handedIn();
    expect(await takeBackSubmission(key)).toMatchObject({ state: 'draft', points: null, submitted_at: null });
    expect(await takeBackSubmission(key)).toMatchObject({ state: 'draft' });
    const changed = await saveSubmission(key, whole(), version);
    expect(await handInSubmission(key, changed.version)).toMatchObject({ state: 'submitted' });
  });

  test('of one text counts once, whoever sends it and however it is spaced', async () => {
    const { api } = await scene();
    const body = whole().body;
    await handedIn({ body });
    api.actAs(await api.addPlayer());
    await expect(handedIn({ body: `\n${body.toUpperCase().replaceAll(' ', '  ')}` })).rejects.toMatchObject({
      fields: { body: expect.stringContaining('handed in before') },
    });
  });

  test('has limits: so many waiting, so many a day, and none by sending many at once', {
    tags: 'both',
  }, async () => {
    const { api, me, operator } = await scene();
    const drafts: Submission[] = [];
    while (drafts.length < 6) drafts.push(await saveSubmission(randomUUID(), whole(), 0));
    const answers = await Promise.all(
      drafts.map(({ key, version }) =>
        api.send(me.token, 'POST', `/api/user/submissions/${key}/hand-in`, { version }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(SUBMISSIONS_WAITING);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6 - SUBMISSIONS_WAITING);
    await decide(api, operator, refuseSubmission);
    await expect(handedIn()).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining(`${SUBMISSIONS_PER_DAY} articles today`),
    });
    api.now = new Date('2026-11-19T00:00:00Z');
    await handedIn();
  });
});

describe('an operator', () => {
  test('accepts: it is an article by its writer, paid once', async () => {
    const { api, me, operator } = await scene();
    const { key } = await handedIn({ body: `${whole().body}\n\n## More\n\n<script>alert(1)</script>` });
    const done = await decide(api, operator, acceptSubmission);
    expect(done).toMatchObject({ userId: me.id, points: SUBMISSION_POINTS.guide });
    const mine = await getSubmission(key);
    expect(mine).toMatchObject({ state: 'accepted', reason: REASON, points: SUBMISSION_POINTS.guide });
    expect(await getBalance()).toMatchObject({ available: SUBMISSION_POINTS.guide });
    expect((await listTransactions()).data[0]?.title).toBe(
      'Article accepted: Keep the largest tile in a corner',
    );

    api.actAs(null);
    const { article } = await getArticle(mine.article_id ?? 0);
    expect(article).toMatchObject({
      title: 'Keep the largest tile in a corner',
      author: { id: me.id },
      game: { id: 1 },
    });
    expect(article.body).toContain('<h2>More</h2>');
    expect(article.body).not.toContain('<script>');
    expect((await listArticles({ type: 'guide' })).data[0]?.id).toBe(article.id);
    // The catalogue's next import retires what has no file; this one never had one.
    await importCatalogue(api.db, readCatalogue());
    expect((await getArticle(article.id)).article.id).toBe(article.id);
    api.actAs(me);
    await expect(deleteSubmission(key)).rejects.toMatchObject({ code: 'not_a_draft' });
    await expect(saveSubmission(key, whole(), mine.version)).rejects.toMatchObject({ code: 'not_a_draft' });
  });

  test('refuses with a reason: it can be changed and handed in again, not as it stands', async () => {
    const { api, operator } = await scene();
    const { key, version } = await handedIn();
    await decide(api, operator, refuseSubmission, { reason: 'The second half is missing its numbers.' });
    expect(await getSubmission(key)).toMatchObject({
      state: 'refused',
      reason: 'The second half is missing its numbers.',
      article_id: null,
    });
    await expect(handInSubmission(key, version)).rejects.toMatchObject({ code: 'not_a_draft' });
    const changed = await saveSubmission(key, whole(), version);
    expect(changed).toMatchObject({ state: 'draft', reason: 'The second half is missing its numbers.' });
    expect(await handInSubmission(key, changed.version)).toMatchObject({ state: 'submitted', reason: null });
    expect(await getBalance()).toMatchObject({ available: 0 });
    expect(await api.db.drizzle.$count(articles, undefined)).toBe(readCatalogue().articles.length);
  });

  test('decides once, on what was read, never on one’s own, and not without a reason', {
    tags: 'both',
  }, async () => {
    const { api, me, operator } = await scene();
    await handedIn();
    await expect(decide(api, await api.addOperator(me.email), acceptSubmission)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(decide(api, operator, acceptSubmission, { version: 7 })).rejects.toMatchObject({
      code: 'draft_changed',
    });
    for (const how of [acceptSubmission, refuseSubmission])
      await expect(decide(api, operator, how, { reason: '  fine ' })).rejects.toMatchObject({
        fields: { reason: [expect.any(String)] },
      });
    const [first] = (await listWaitingSubmissions(api.db, pageOne)).data;
    if (!first) throw new Error('nothing waits');
    const act = {
      submissionId: first.id,
      version: first.version,
      operatorId: operator.id,
      reason: REASON,
      now: api.now,
      alone: 5000,
    };
    const ends = await Promise.allSettled([
      api.db.drizzle.transaction((tx) => acceptSubmission(tx, act)),
      api.db.drizzle.transaction((tx) => acceptSubmission(tx, act)),
      api.db.drizzle.transaction((tx) => refuseSubmission(tx, act)),
    ]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'nothing_to_do' });
  });

  test('and a writer who takes it back: one of the two', { tags: 'both' }, async () => {
    const { api, operator } = await scene();
    const { key } = await handedIn();
    const [decided, taken] = await Promise.allSettled([
      decide(api, operator, acceptSubmission),
      takeBackSubmission(key),
    ]);
    const { state } = await getSubmission(key);
    if (state === 'accepted') expect(taken).toMatchObject({ reason: { code: 'not_a_draft' } });
    else expect(decided).toMatchObject({ status: 'rejected' });
    expect(await api.db.drizzle.$count(submissions)).toBe(1);
  });
});

describe('the preview', () => {
  test('is what readers get: no HTML of the writer’s, no scripts in links, no pictures', async () => {
    await scene();
    const html = await previewArticle(
      [
        '# Top\n\n## Part\n\n**bold** and `code`',
        '<img src=x onerror=alert(1)><b>raw</b>',
        '[good](https://example.com "t&quot;x") [own](/user/games) [bad](javascript:alert(1)) [odd](//evil.example) [data](data:text/html,x)',
        '![a picture](https://example.com/x.png)',
        '| a | b |\n|---|---|\n| 1 | 2 |',
      ].join('\n\n'),
    );
    expect(html).toContain('<h2>Top</h2>');
    expect(html).toContain('<h2>Part</h2>');
    expect(html).toContain('<strong>bold</strong>');
    expect(html).toContain('<a href="https://example.com"');
    expect(html).toContain('<a href="/user/games">own</a>');
    expect(html).toContain('<td>1</td>');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    for (const bad of ['<img', '<b>', 'javascript:', '//evil', 'data:']) expect(html).not.toContain(bad);
    expect(html).toContain('a picture');
  });

  test('takes nothing too long', async () => {
    await scene();
    await expect(previewArticle('x'.repeat(MAX_ARTICLE_BODY + 1))).rejects.toMatchObject({ status: 422 });
  });
});
