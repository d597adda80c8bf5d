/** Articles: a whole one, the lists of a game, and the neighbours of one. Their comments are stored as opinions. */
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { articleInfoSchema } from '../../../src/lib/contract/articles/articles.ts';
import { type ARTICLE_TYPES, PER_PAGE } from '../../../src/lib/contract/limits.ts';
import type { articleCardSchema } from '../../../src/lib/contract/progress/dashboard.ts';
import type { Database } from '../../db/database.ts';
import { articles, games, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { canBeId } from '../../platform/ids.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';
import { renderArticle } from '../../platform/render-markdown.ts';
import { likedOpinions, listOpinions, ownRate, rateOf } from '../opinions/read-opinions.ts';

type ArticleInfo = v.InferOutput<typeof articleInfoSchema>;
type ArticleCard = v.InferOutput<typeof articleCardSchema>;

type ArticleType = (typeof ARTICLE_TYPES)[number];

const card = {
  id: articles.id,
  title: articles.title,
  summary: articles.summary,
  type: articles.type,
  at: articles.publishedAt,
  glyph: articles.glyph,
  picture: sql<string | null>`coalesce(${games.arcade}, ${games.genre})`,
};
const itsGame = and(eq(games.id, articles.gameId), eq(games.active, true));

function cardOf<Row extends { at: Date }>({ at, ...row }: Row) {
  return { ...row, published_at: at.toISOString() };
}

/** Lists the articles of one type, of one game or of all, newest first. */
export async function listArticles(
  db: Database,
  given: Page & { type: ArticleType; gameId?: number },
): Promise<Paginator<ArticleCard>> {
  const wanted = and(
    eq(articles.active, true),
    given.type === 'all' ? undefined : eq(articles.type, given.type),
    given.gameId === undefined ? undefined : eq(articles.gameId, given.gameId),
  );
  const total = db.drizzle.$count(articles, wanted);
  const rows = db.drizzle
    .select(card)
    .from(articles)
    .leftJoin(games, itsGame)
    .where(wanted)
    .orderBy(desc(articles.publishedAt), desc(articles.id));
  return pageOf(rows, total, given, cardOf);
}

/** Lists a page of a game's articles, newest first. Errors: not_found for an unknown game. */
export async function gameArticles(
  db: Database,
  given: Page & { type: ArticleType; gameId: number },
): Promise<Paginator<ArticleCard>> {
  const known = await db.drizzle.$count(games, and(eq(games.id, given.gameId), eq(games.active, true)));
  if (known === 0) throw new DomainError('not_found');
  return listArticles(db, given);
}

/** Returns an article as `userId` (null: a guest) sees it, with one page of its comments. Errors: not_found. */
export async function getArticle(
  db: Database,
  id: number,
  userId: number | null,
  page: number,
): Promise<ArticleInfo> {
  const [row] = await db.drizzle
    .select({
      ...card,
      body: articles.body,
      author: { id: users.id, name: users.name },
      game: { id: games.id, name: games.name },
      sum: articles.rateSum,
      count: articles.rateCount,
    })
    .from(articles)
    .leftJoin(users, eq(users.id, articles.authorId))
    .leftJoin(games, itsGame)
    .where(and(eq(articles.id, id), eq(articles.active, true)));
  if (!row) throw new DomainError('not_found');
  const { sum, count, body, ...rest } = row;
  return {
    article: {
      ...cardOf(rest),
      body: await renderArticle(body),
      ...rateOf(sum, count),
      ...(await ownRate(db, 'article', id, userId)),
    },
    opinions: await listOpinions(db, 'article', id, userId, { page, per_page: PER_PAGE }),
    likedOpinions: await likedOpinions(db.drizzle, 'article', id, userId),
    previous_article_id: await neighbour(db, id, 'previous'),
    next_article_id: await neighbour(db, id, 'next'),
  };
}

/** Returns the article published just before or just after this one; null if there is none. Errors: not_found. */
export async function neighbour(db: Database, id: number, side: 'previous' | 'next'): Promise<number | null> {
  if (!canBeId(id)) throw new DomainError('not_found');
  const [here] = await db.drizzle
    .select({ at: articles.publishedAt })
    .from(articles)
    .where(and(eq(articles.id, id), eq(articles.active, true)));
  if (!here) throw new DomainError('not_found');
  const place = sql`(${articles.publishedAt}, ${articles.id})`;
  const mine = sql`(${here.at.toISOString()}::timestamptz, ${id}::integer)`;
  const sides: Record<typeof side, { wanted: SQL; order: SQL[] }> = {
    previous: { wanted: sql`${place} < ${mine}`, order: [desc(articles.publishedAt), desc(articles.id)] },
    next: { wanted: sql`${place} > ${mine}`, order: [asc(articles.publishedAt), asc(articles.id)] },
  };
  const [found] = await db.drizzle
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.active, true), sides[side].wanted))
    .orderBy(...sides[side].order)
    .limit(1);
  return found?.id ?? null;
}
