import type { RewardInfo } from '../../lib/contract/catalogue/rewards.ts';
import type { Rated } from '../../lib/contract/opinions/opinions.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Button } from './Button.tsx';
import { Fold } from './Fold.tsx';
import { OpinionForm } from './OpinionForm.tsx';
import { OpinionItem } from './OpinionItem.tsx';
import { PagedList } from './PagedList.tsx';
import { Rating } from './Rating.tsx';
import type { Report } from './ReportForm.tsx';
import type { OpinionsState } from './stores/opinions.ts';
import type { TextKeeper } from './use-kept-text.ts';
import './opinions.css';

interface Props {
  /** Stores drafts. */
  texts: TextKeeper;
  /** "Opinions" or "Comments". */
  heading: string;
  /** The key under which drafts are stored: "reward 12". */
  place: string;
  opinions: RewardInfo['opinions'];
  liked: readonly number[];
  /** Left out if there are only likes. */
  disliked?: readonly number[];
  rating: Rated;
  /** Whether the stars are read-only. */
  isRatingRead?: boolean;
  /** The reader's own id. Null for a guest, who can read and gets a link to log in. */
  me: number | null;
  /** The store's state: whether more are loading, or which act failed and why. */
  state: OpinionsState;
  /** Whether the section starts open, because it belongs to the content above. */
  open?: boolean;
  /** What "verified" means here: "redeemed it". */
  verifiedWords: string;
  acts: {
    more(): Promise<void>;
    write(text: string): Promise<void>;
    edit(opinionId: number, text: string): Promise<void>;
    remove(opinionId: number): Promise<void>;
    like(opinionId: number): Promise<void>;
    dislike(opinionId: number): Promise<void>;
    report(opinionId: number, report: Report): Promise<void>;
    rate(stars: number): Promise<void>;
  };
}

const failures = {
  like: 'We couldn’t save your like.',
  dislike: 'We couldn’t save your dislike.',
  rate: 'We couldn’t save your rating.',
  remove: 'We couldn’t delete it.',
} as const;

const write = () => document.querySelector<HTMLElement>('.folded > form textarea')?.focus();

/** Opinions and ratings. Everyone can read them; signed-in players can write, below those of others. */
export function Opinions({
  heading,
  texts,
  place,
  opinions,
  liked,
  disliked,
  rating,
  isRatingRead = false,
  me,
  state,
  open = false,
  verifiedWords,
  acts,
}: Props) {
  const noun = heading.toLowerCase();
  const one = noun.slice(0, -1);
  return (
    <Fold
      id="opinions"
      className="discussion"
      title={heading}
      state={opinions.total === 0 ? 'None yet' : opinions.total !== null && formatPoints(opinions.total)}
      // Where there are none only a form would be in sight.
      open={open || (opinions.data.length > 0 && 'wide')}
    >
      <Rating rating={rating} onRate={me === null || isRatingRead ? null : acts.rate} />
      {me === null ? (
        <p className="muted">
          <a href={hrefs.logIn(typeof location === 'undefined' ? undefined : location.pathname)}>Log in</a> to
          rate, like and write {noun}.
        </p>
      ) : (
        // With up to three, the form below is in sight.
        opinions.data.length > 3 && (
          <Button quiet small onPress={write}>
            Write a {one}
          </Button>
        )
      )}
      {state.state === 'refused' && state.what !== 'more' && (
        <p className="notice" role="alert">
          {failures[state.what]} {state.error.message}
        </p>
      )}
      <PagedList
        what={`the ${noun}`}
        list={opinions}
        failure={state.state === 'refused' && state.what === 'more' ? state.error : undefined}
        busy={state.state === 'loading-more'}
        level={3}
        onRetry={acts.more}
        skeleton={null}
        nothing={<p className="muted">No {noun} yet. Be the first.</p>}
        more={{ noun, onPress: acts.more }}
      >
        {(data) => (
          <ul className="opinions">
            {data.map((opinion) => (
              <OpinionItem
                key={opinion.id}
                texts={texts}
                place={`${place} ${opinion.id}`}
                opinion={opinion}
                mine={me !== null && opinion.user?.id === me}
                liked={liked.includes(opinion.id)}
                verifiedWords={verifiedWords}
                onLike={me === null ? null : () => acts.like(opinion.id)}
                disliked={disliked?.includes(opinion.id)}
                onDislike={() => acts.dislike(opinion.id)}
                onEdit={(text) => acts.edit(opinion.id, text)}
                onRemove={() => acts.remove(opinion.id)}
                onReport={(report) => acts.report(opinion.id, report)}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {me !== null && (
        <OpinionForm
          texts={texts}
          place={place}
          label={`Your ${one}`}
          submit={`Post ${one}`}
          onSubmit={acts.write}
        />
      )}
    </Fold>
  );
}
