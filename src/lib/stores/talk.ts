/**
 * What people say about a thing and how they rate it (spec section 4), for rewards, games and articles alike: each has its own
 * words for the same state, which a `Lens` translates. What is safe to foresee is shown at once and taken back with the reason
 * when the server refuses it.
 */
import { atom, computed, type ReadableAtom } from 'nanostores';
import { request } from '../client/client.ts';
import type { Body } from '../contract/call.ts';
import { reportOpinion } from '../contract/opinion-reports.ts';
import { deleteOpinion, editOpinion, type Liked, type Rated } from '../contract/opinions.ts';
import type { Opinion, RewardInfo } from '../contract/rewards.ts';
import { asApiError, type Failure, type Loader, shown } from './load.ts';
import { withEarlier, withNext } from './pages.ts';

export interface Talk {
  readonly rating: Rated;
  readonly opinions: RewardInfo['opinions'];
  /** Ids of the opinions that the reader likes. */
  readonly liked: readonly number[];
  /** The same for a dislike; left out where it isn't told. */
  readonly disliked?: readonly number[] | undefined;
}

export interface Lens<Info> {
  id(info: Info): number;
  read(info: Info): Talk;
  write(info: Info, talk: Talk): Info;
}

export interface TalkCalls<Info> {
  // Null: it is done, but the answer doesn't say how things are now.
  write(id: number, text: string): Promise<{ readonly opinion: Opinion } | null>;
  like(opinionId: number, status: Vote): Promise<(Liked & Pick<Talk, 'disliked'>) | null>;
  rate(id: number, stars: number): Promise<Rated | null>;
  /** The same thing with another page of opinions. */
  page(id: number, page: number): Promise<Info>;
}

/** Spec section 7: what an opinion on a game is given. On rewards and articles it's a like. */
type Vote = 'like' | 'dislike';
type Act = 'more' | Vote | 'rate' | 'remove';

/** How the last act on it ended, where it ended badly, and whether more is being fetched. */
export type TalkState =
  | { readonly state: 'quiet' }
  | { readonly state: 'loading-more' }
  /** `what`: which act was refused. */
  | {
      readonly state: 'refused';
      readonly what: Act;
      readonly error: Failure;
    };

export interface TalkStore {
  readonly $talk: ReadableAtom<TalkState>;
  /** The spec's isLoadMore and opinions_has_next_page (section 3), derived. */
  readonly $isLoadMore: ReadableAtom<boolean>;
  readonly $opinionsHasNextPage: ReadableAtom<boolean>;
  /** Appends the next page of opinions; does nothing at the end or while one is on its way. */
  more(): Promise<void>;
  /** Puts a new opinion at the top. Rejects with an ApiError: `fields.opinion` says what is wrong with the text. */
  write(text: string): Promise<void>;
  /** Rewrites one's own. Rejects as `write` does. */
  edit(opinionId: number, text: string): Promise<void>;
  remove(opinionId: number): Promise<void>;
  /** Likes an opinion, or takes the like back; one that was disliked is so no more. */
  like(opinionId: number): Promise<void>;
  /** The same the other way round. */
  dislike(opinionId: number): Promise<void>;
  /** Tells us of another's. Rejects with an ApiError: `fields.reason` or `fields.note` says what is wrong with the report. */
  report(opinionId: number, report: Body<typeof reportOpinion>): Promise<void>;
  /** 1 to 5. */
  rate(stars: number): Promise<void>;
}

const quiet: TalkState = { state: 'quiet' };

export function createTalk<Info>(loader: Loader<Info>, lens: Lens<Info>, calls: TalkCalls<Info>): TalkStore {
  const $talk = atom<TalkState>(quiet);
  /** How often a thing was opened here: what was begun on one that was left since is told nowhere. */
  let visit = 0;
  loader.$load.listen(({ state }) => {
    if (state !== 'loading') return;
    visit += 1;
    $talk.set(quiet);
  });
  /** Opinions whose like or dislike is on its way. */
  const voting = new Set<number>();
  /** The rating that is on its way, and the end of all so far: they arrive in the order in which they were given. */
  let rating: { id: number; stars: number } | undefined;
  let rated = Promise.resolve();

  function current(): { id: number; talk: Talk } | undefined {
    const info = shown(loader.$load.get());
    return info === undefined ? undefined : { id: lens.id(info), talk: lens.read(info) };
  }

  /** Changes what is shown of this thing; another one, gone to meanwhile, stays as it is. */
  function change(id: number, by: (talk: Talk) => Talk): void {
    loader.change((info) => (lens.id(info) === id ? lens.write(info, by(lens.read(info))) : info));
  }

  /** Begins an act, and answers how to tell what came of it. */
  function begin(state: TalkState = quiet): {
    tell(end: TalkState): void;
    refuse(what: Act, error: unknown): void;
  } {
    const mine = visit;
    const tell = (end: TalkState) => {
      if (mine === visit) $talk.set(end);
    };
    tell(state);
    return {
      tell,
      refuse(what, error) {
        const failed = asApiError(error);
        tell(failed.code === 'aborted' ? quiet : { state: 'refused', what, error: failed });
      },
    };
  }

  /** Fetches the opinions anew after an act whose answer doesn't include them. The act is done even if this fails. */
  async function renew(id: number): Promise<void> {
    const fresh = await calls.page(id, 1).then(lens.read, () => null);
    if (fresh)
      change(id, ({ rating, opinions, disliked }) => ({
        liked: fresh.liked,
        disliked: fresh.disliked ?? disliked,
        rating: fresh.rating.rate === null ? rating : fresh.rating,
        opinions: withEarlier<Talk['opinions']>(fresh.opinions, opinions),
      }));
  }

  /** Shown at once, settled by the answer, and taken back where it is refused. */
  async function vote(opinionId: number, status: Vote): Promise<void> {
    const here = current();
    const before = here?.talk.opinions.data.find(({ id }) => id === opinionId);
    if (!here || !before || voting.has(opinionId)) return;
    voting.add(opinionId);
    const { liked, disliked = [] } = here.talk;
    const [wasLiked, wasDisliked] = [liked.includes(opinionId), disliked.includes(opinionId)];
    const isLiked = status === 'like' && !wasLiked;
    const isDisliked = status === 'dislike' && !wasDisliked;
    const { refuse } = begin();
    const show = (opinion: Opinion, likes: boolean, dislikes: boolean) =>
      change(here.id, (talk) => ({
        ...withOpinion(talk, opinion),
        liked: marked(talk.liked, opinionId, likes),
        disliked: marked(talk.disliked ?? [], opinionId, dislikes),
      }));
    show({ ...before, likes: plus(before.likes, Number(isLiked) - Number(wasLiked)) }, isLiked, isDisliked);
    try {
      const answer = await calls.like(opinionId, status);
      voting.delete(opinionId);
      if (!answer?.opinion) await renew(here.id);
      if (!answer) return;
      // The answer may not know of the others that are on their way.
      const settled = (told: readonly number[], now: readonly number[] = []) =>
        [...voting].reduce((ids, id) => marked(ids, id, now.includes(id)), told);
      change(here.id, (talk) => ({
        ...(answer.opinion ? withOpinion(talk, answer.opinion) : talk),
        liked: settled(answer.likedOpinions, talk.liked),
        disliked: answer.disliked ? settled(answer.disliked, talk.disliked) : talk.disliked,
      }));
    } catch (error) {
      voting.delete(opinionId);
      show(before, wasLiked, wasDisliked);
      refuse(status, error);
    }
  }

  return {
    $talk,
    $isLoadMore: computed($talk, ({ state }) => state === 'loading-more'),
    $opinionsHasNextPage: computed(loader.$load, (load) => {
      const info = shown(load);
      return info !== undefined && lens.read(info).opinions.next_page_url !== null;
    }),

    async more() {
      const here = current();
      if (!here?.talk.opinions.next_page_url || $talk.get().state === 'loading-more') return;
      const { tell, refuse } = begin({ state: 'loading-more' });
      try {
        const next = lens.read(await calls.page(here.id, here.talk.opinions.current_page + 1)).opinions;
        change(here.id, (talk) => ({ ...talk, opinions: withNext(talk.opinions, next) }));
        tell(quiet);
      } catch (error) {
        refuse('more', error);
      }
    },

    async write(text) {
      const here = current();
      if (!here) return;
      const written = await calls.write(here.id, text);
      if (!written) return renew(here.id);
      change(here.id, ({ opinions, ...talk }) => ({
        ...talk,
        opinions: { ...opinions, data: [written.opinion, ...opinions.data], total: plus(opinions.total, 1) },
      }));
    },

    async edit(opinionId, text) {
      const here = current();
      if (!here) return;
      const { opinion } = await request(editOpinion, { params: { id: opinionId }, body: { opinion: text } });
      change(here.id, (talk) => withOpinion(talk, opinion));
    },

    async report(opinionId, report) {
      await request(reportOpinion, { params: { id: opinionId }, body: report });
    },

    async remove(opinionId) {
      const here = current();
      if (!here) return;
      const { refuse } = begin();
      try {
        await request(deleteOpinion, { params: { id: opinionId } });
        change(here.id, ({ opinions, liked, ...talk }) => ({
          ...talk,
          liked: marked(liked, opinionId, false),
          opinions: {
            ...opinions,
            data: opinions.data.filter(({ id }) => id !== opinionId),
            // The next one has moved up into the page that is shown: that is asked for again.
            current_page: Math.max(0, opinions.current_page - 1),
            total: plus(opinions.total, -1),
          },
        }));
      } catch (error) {
        refuse('remove', error);
      }
    },

    like: (opinionId) => vote(opinionId, 'like'),
    dislike: (opinionId) => vote(opinionId, 'dislike'),

    rate(stars) {
      const here = current();
      if (!here || (rating?.id === here.id && rating.stars === stars)) return rated;
      const mine = { id: here.id, stars };
      rating = mine;
      const { refuse } = begin();
      rated = rated.then(async () => {
        // Another one was given before this one was sent.
        if (rating !== mine) return;
        try {
          const answer = await calls.rate(here.id, stars);
          if (answer?.rate == null) await renew(here.id);
          change(here.id, ({ rating: before, ...talk }) => ({
            ...talk,
            rating: {
              rate: answer?.rate ?? before.rate,
              rate_count: answer?.rate_count ?? before.rate_count,
              isRated: true,
              my_rate: stars,
            },
          }));
        } catch (error) {
          refuse('rate', error);
        } finally {
          if (rating === mine) rating = undefined;
        }
      });
      return rated;
    },
  };
}

/** What a rating is, out of what it belongs to. */
export const ratingOf = ({ rate, rate_count, isRated, my_rate = null }: Rated) => ({
  rate,
  rate_count,
  isRated,
  my_rate,
});

/** A count that changed; one that isn't known stays so. */
const plus = (count: number | null, change: number) => (count === null ? null : Math.max(0, count + change));

/** The ids of what is liked, with this one among them or not. */
function marked(liked: readonly number[], opinionId: number, isLiked: boolean): readonly number[] {
  const others = liked.filter((id) => id !== opinionId);
  return isLiked ? [...others, opinionId] : others;
}

function withOpinion(talk: Talk, opinion: Opinion): Talk {
  const data = talk.opinions.data.map((one) => (one.id === opinion.id ? opinion : one));
  return { ...talk, opinions: { ...talk.opinions, data } };
}
