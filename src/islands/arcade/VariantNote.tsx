import type { Variant } from '../../lib/arcade/arcade.ts';
import { medals } from '../../lib/arcade/medals.ts';
import { formatNumber } from '../../lib/format/numbers.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { medalNames } from '../shared/MedalMark.tsx';

/** What rounds of other variants count for. */
export const variantNote = 'For best scores and medals. Only Classic counts for quests.';

const SignUp = () => (
  <>
    <a href={hrefs.signUp(location.pathname + location.search)}>Sign up</a> to save your scores.
  </>
);

/** The same text, plus what a guest misses. */
export function VariantWords({ signedIn }: { readonly signedIn: boolean }) {
  return (
    <p>
      {variantNote} {!signedIn && <SignUp />}
    </p>
  );
}

/** Describes the variant: its rule and its medals. */
export function VariantNote({
  variant,
  signedIn,
  live,
}: {
  readonly variant: Variant;
  readonly signedIn: boolean;
  /** Whether a round is on. Before a round, the board already shows the rule and what the variant counts for. */
  readonly live: boolean;
}) {
  const { name, line, medals: scores } = variant;
  return (
    <div className="practice">
      <span className="state info">{name}</span>
      {live && <p>{line}</p>}
      <p className="num">
        {scores
          .map((score, at) => {
            const medal = medals[at] ?? 'gold';
            return `${at === 0 ? medalNames[medal] : medal} from ${formatNumber(score)}`;
          })
          .join(', ')}
        .
      </p>
      {!signedIn && (
        <p>
          {live && variantNote} <SignUp />
        </p>
      )}
    </div>
  );
}
