import {
  MAX_ARTICLE_BODY,
  MAX_ARTICLE_TITLE,
  MIN_ARTICLE_BODY,
  MIN_ARTICLE_TITLE,
  SUBMISSION_POINTS,
  SUBMISSIONS_PER_DAY,
  SUBMISSIONS_WAITING,
} from '../../lib/contract/limits.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { Points } from '../shared/Points.tsx';

/** The requirements for an article, and what it pays. */
export function Rules() {
  return (
    <section className="write-rules" aria-labelledby="rules">
      <h2 id="rules">What we ask for</h2>
      <dl className="sum">
        <dt>Published guide</dt>
        <dd>
          <Points points={SUBMISSION_POINTS.guide} />
        </dd>
        <dt>Published review</dt>
        <dd>
          <Points points={SUBMISSION_POINTS.review} />
        </dd>
      </dl>
      <ul>
        <li>Your own words about your own games. No copied or AI-written text.</li>
        <li>Make it useful: steps, numbers, what to avoid. In a review, include what’s bad too.</li>
        <li>No ads, referral links, codes or cheats.</li>
        <li>
          {formatPoints(MIN_ARTICLE_BODY)} to {formatPoints(MAX_ARTICLE_BODY)} characters, with a title of{' '}
          {MIN_ARTICLE_TITLE} to {MAX_ARTICLE_TITLE}.
        </li>
        <li>
          Up to {SUBMISSIONS_PER_DAY} submissions a day, and {SUBMISSIONS_WAITING} waiting at a time.
        </li>
        <li>
          We read every article. You get the points when we publish it under your player name. If we don’t,
          we’ll tell you why, and you can fix it and submit it again.
        </li>
        <li>
          You keep the rights. By submitting it, you let us show it here until you delete your account and
          choose to remove what you wrote.
        </li>
      </ul>
    </section>
  );
}
