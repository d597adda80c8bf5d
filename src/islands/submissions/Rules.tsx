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

/** What is asked of an article, and what it pays. */
export function Rules() {
  return (
    <section className="write-rules" aria-labelledby="rules">
      <h2 id="rules">What we ask for</h2>
      <dl className="sum">
        <dt>A guide that is published</dt>
        <dd>
          <Points points={SUBMISSION_POINTS.guide} />
        </dd>
        <dt>A review that is published</dt>
        <dd>
          <Points points={SUBMISSION_POINTS.review} />
        </dd>
      </dl>
      <ul>
        <li>
          Your own words, from your own play. What stands elsewhere already isn’t taken, nor what a program
          wrote.
        </li>
        <li>Something a reader can use: steps, numbers, what to avoid. A review says what is bad, too.</li>
        <li>No advertising, no referral links, no codes, nothing about cheating.</li>
        <li>
          {formatPoints(MIN_ARTICLE_BODY)} to {formatPoints(MAX_ARTICLE_BODY)} characters, with a title of{' '}
          {MIN_ARTICLE_TITLE} to {MAX_ARTICLE_TITLE}.
        </li>
        <li>
          Up to {SUBMISSIONS_PER_DAY} a day, and {SUBMISSIONS_WAITING} waiting at once.
        </li>
        <li>
          A person reads it. You get the points when it is published under your player name, or the reason why
          not; then you can change it and hand it in again.
        </li>
        <li>It stays yours. By handing it in you let us show it here for as long as we like.</li>
      </ul>
    </section>
  );
}
