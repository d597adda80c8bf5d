/**
 * Opinions and ratings (spec section 4) for rewards, games and articles. Each names the same state differently; a `Lens`
 * translates. Predictable changes are shown immediately, and undone with the reason if the server rejects them.
 */
import { atom, computed, type ReadableAtom } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import type { Body } from '../../../lib/contract/call.ts';
import type { Opinion, RewardInfo } from '../../../lib/contract/catalogue/rewards.ts';
import { reportOpinion } from '../../../lib/contract/opinions/opinion-reports.ts';
import {
  deleteOpinion,
  editOpinion,
  type Liked,
  type Rated,
} from '../../../lib/contract/opinions/opinions.ts';
import { asApiError, type Failure, type Loader, shown } from './load.ts';
import { withEarlier, withNext } from './pages.ts';

export interface Discussion {
  readonly rating: Rated;
  readonly opinions: RewardInfo['opinions'];
  readonly liked: readonly number[];
  /** Ids of the opinions that the reader dislikes. Missing if the host doesn't send them. */
  readonly disliked?: readonly number[] | undefined;
}

export interface Lens<Info> {
  id(info: Info): number;
  read(info: Info): Discussion;
  write(info: Info, discussion: Discussion): Info;
}

export interface OpinionCalls<Info> {
  // Null: it succeeded, but the answer doesn't contain the new state.
  write(id: number, text: string): Promise<{ readonly opinion: Opinion } | null>;
  like(opinionId: number, status: Vote): Promise<(Liked & Pick<Discussion, 'disliked'>) | null>;
  rate(id: number, stars: number): Promise<Rated | null>;
  /** Fetches the same thing with another page of opinions. */
  page(id: number, page: number): Promise<Info>;
}

/** A vote on a game's opinion (spec section 7). Rewards and articles have only likes. */
type Vote = 'like' | 'dislike';
type Act = 'more' | Vote | 'rate' | 'remove';

/** How the last act failed, if it did, and whether more are loading. */
export type OpinionsState =
  | { readonly state: 'quiet' }
  | { readonly state: 'loading-more' }
  /** `what`: the act that was rejected. */
  | {
      readonly state: 'refused';
      readonly what: Act;
      readonly error: Failure;
    };

export interface OpinionsStore {
  readonly $opinions: ReadableAtom<OpinionsState>;
  /** The spec's isLoadMore and opinions_has_next_page (section 3), derived. */
  readonly $isLoadMore: ReadableAtom<boolean>;
  readonly $opinionsHasNextPage: ReadableAtom<boolean>;
  /** Appends the next page of opinions. Does nothing at the end, or while one is loading. */
  more(): Promise<void>;
  /** Adds an opinion at the top. Rejects with an ApiError; `fields.opinion` says what is wrong with the text. */
  write(text: string): Promise<void>;
  /** Edits the reader's own opinion. Rejects like `write`. */
  edit(opinionId: number, text: string): Promise<void>;
  remove(opinionId: number): Promise<void>;
  /** Likes an opinion, or removes the like. Removes a dislike. */
  like(opinionId: number): Promise<void>;
  /** Dislikes an opinion, or removes the dislike. Removes a like. */
  dislike(opinionId: number): Promise<void>;
  /** Reports another player's opinion. Rejects with an ApiError; `fields.reason` or `fields.note` says what is wrong. */
  report(opinionId: number, report: Body<typeof reportOpinion>): Promise<void>;
  /** 1 to 5. */
  rate(stars: number): Promise<void>;
}

const quiet: OpinionsState = { state: 'quiet' };

export function createOpinions<Info>(
  loader: Loader<Info>,
  lens: Lens<Info>,
  calls: OpinionCalls<Info>,
): OpinionsStore {
  const $opinions = atom<OpinionsState>(quiet);
  /** Counts how often a thing was opened here, so that a late result for an earlier one is dropped. */
  let visit = 0;
  loader.$load.listen(({ state }) => {
    if (state !== 'loading') return;
    visit += 1;
    $opinions.set(quiet);
  });
  /** The ids of opinions with a pending vote. */
  const voting = new Set<number>();
  /** The pending rating, and a promise that chains all ratings so that they arrive in order. */
  let rating: { id: number; stars: number } | undefined;
  let rated = Promise.resolve();

  function current(): { id: number; discussion: Discussion } | undefined {
    const info = shown(loader.$load.get());
    return info === undefined ? undefined : { id: lens.id(info), discussion: lens.read(info) };
  }

  /** Changes what is shown about this thing. Does nothing if another thing is shown by now. */
  function change(id: number, by: (discussion: Discussion) => Discussion): void {
    loader.change((info) => (lens.id(info) === id ? lens.write(info, by(lens.read(info))) : info));
  }

  /** Starts an act. Returns functions that report its result. */
  function begin(state: OpinionsState = quiet): {
    setState(end: OpinionsState): void;
    refuse(what: Act, error: unknown): void;
  } {
    const mine = visit;
    const setState = (end: OpinionsState) => {
      if (mine === visit) $opinions.set(end);
    };
    setState(state);
    return {
      setState,
      refuse(what, error) {
        const failed = asApiError(error);
        setState(failed.code === 'aborted' ? quiet : { state: 'refused', what, error: failed });
      },
    };
  }

  /** Fetches the opinions again after an act whose answer lacks them. The act has succeeded even if this fails. */
  async function renew(id: number): Promise<void> {
    const fresh = await calls.page(id, 1).then(lens.read, () => null);
    if (fresh)
      change(id, ({ rating, opinions, disliked }) => ({
        liked: fresh.liked,
        disliked: fresh.disliked ?? disliked,
        rating: fresh.rating.rate === null ? rating : fresh.rating,
        opinions: withEarlier<Discussion['opinions']>(fresh.opinions, opinions),
      }));
  }

  /** Shows a vote immediately, confirms it with the answer, and undoes it if it is rejected. */
  async function vote(opinionId: number, status: Vote): Promise<void> {
    const here = current();
    const before = here?.discussion.opinions.data.find(({ id }) => id === opinionId);
    if (!here || !before || voting.has(opinionId)) return;
    voting.add(opinionId);
    const { liked, disliked = [] } = here.discussion;
    const [wasLiked, wasDisliked] = [liked.includes(opinionId), disliked.includes(opinionId)];
    const isLiked = status === 'like' && !wasLiked;
    const isDisliked = status === 'dislike' && !wasDisliked;
    const { refuse } = begin();
    const show = (opinion: Opinion, likes: boolean, dislikes: boolean) =>
      change(here.id, (discussion) => ({
        ...withOpinion(discussion, opinion),
        liked: marked(discussion.liked, opinionId, likes),
        disliked: marked(discussion.disliked ?? [], opinionId, dislikes),
      }));
    show({ ...before, likes: plus(before.likes, Number(isLiked) - Number(wasLiked)) }, isLiked, isDisliked);
    try {
      const answer = await calls.like(opinionId, status);
      voting.delete(opinionId);
      if (!answer?.opinion) await renew(here.id);
      if (!answer) return;
      // The answer may not include other pending votes.
      const settled = (answered: readonly number[], now: readonly number[] = []) =>
        [...voting].reduce((ids, id) => marked(ids, id, now.includes(id)), answered);
      change(here.id, (discussion) => ({
        ...(answer.opinion ? withOpinion(discussion, answer.opinion) : discussion),
        liked: settled(answer.likedOpinions, discussion.liked),
        disliked: answer.disliked ? settled(answer.disliked, discussion.disliked) : discussion.disliked,
      }));
    } catch (error) {
      voting.delete(opinionId);
      show(before, wasLiked, wasDisliked);
      refuse(status, error);
    }
  }

  return {
    $opinions,
    $isLoadMore: computed($opinions, ({ state }) => state === 'loading-more'),
    $opinionsHasNextPage: computed(loader.$load, (load) => {
      const info = shown(load);
      return info !== undefined && lens.read(info).opinions.next_page_url !== null;
    }),

    async more() {
      const here = current();
      if (!here?.discussion.opinions.next_page_url || $opinions.get().state === 'loading-more') return;
      const { setState, refuse } = begin({ state: 'loading-more' });
      try {
        const next = lens.read(await calls.page(here.id, here.discussion.opinions.current_page + 1)).opinions;
        change(here.id, (discussion) => ({ ...discussion, opinions: withNext(discussion.opinions, next) }));
        setState(quiet);
      } catch (error) {
        refuse('more', error);
      }
    },

    async write(text) {
      const here = current();
      if (!here) return;
      const written = await calls.write(here.id, text);
      if (!written) return renew(here.id);
      change(here.id, ({ opinions, ...discussion }) => ({
        ...discussion,
        opinions: { ...opinions, data: [written.opinion, ...opinions.data], total: plus(opinions.total, 1) },
      }));
    },

    async edit(opinionId, text) {
      const here = current();
      if (!here) return;
      const { opinion } = await request(editOpinion, { params: { id: opinionId }, body: { opinion: text } });
      change(here.id, (discussion) => withOpinion(discussion, opinion));
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
        change(here.id, ({ opinions, liked, ...discussion }) => ({
          ...discussion,
          liked: marked(liked, opinionId, false),
          opinions: {
            ...opinions,
            data: opinions.data.filter(({ id }) => id !== opinionId),
            // The next opinion has moved up a page, so load that page again for "Load more".
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
        // A newer rating replaced this one before it was sent.
        if (rating !== mine) return;
        try {
          const answer = await calls.rate(here.id, stars);
          if (answer?.rate == null) await renew(here.id);
          change(here.id, ({ rating: before, ...discussion }) => ({
            ...discussion,
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

/** Returns only the rating's fields. */
export const ratingOf = ({ rate, rate_count, isRated, my_rate = null }: Rated) => ({
  rate,
  rate_count,
  isRated,
  my_rate,
});

/** Changes a count. An unknown one stays unknown. */
const plus = (count: number | null, change: number) => (count === null ? null : Math.max(0, count + change));

/** Returns the liked ids with this one added or removed. */
function marked(liked: readonly number[], opinionId: number, isLiked: boolean): readonly number[] {
  const others = liked.filter((id) => id !== opinionId);
  return isLiked ? [...others, opinionId] : others;
}

function withOpinion(discussion: Discussion, opinion: Opinion): Discussion {
  const data = discussion.opinions.data.map((one) => (one.id === opinion.id ? opinion : one));
  return { ...discussion, opinions: { ...discussion.opinions, data } };
}
