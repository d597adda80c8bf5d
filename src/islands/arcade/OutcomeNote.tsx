import { Counted } from './Counted.tsx';
import { Milestones } from './Milestones.tsx';
import type { Outcome } from './round.ts';
import { SignUpToEarn } from './SignUpToEarn.tsx';
import { VariantWords, variantNote } from './VariantNote.tsx';

/** What came of the round, and what the player can do about it. Guests get their own (GuestResult.tsx). */
export function OutcomeNote({
  outcome,
  signedIn,
  isClassic,
}: {
  readonly outcome: Exclude<Outcome, { state: 'guest' }>;
  readonly signedIn: boolean;
  readonly isClassic: boolean;
}) {
  switch (outcome.state) {
    case 'saving':
      return (
        <>
          <p>This only takes a moment.</p>
          <progress className="bar" aria-label="Checking your score" />
        </>
      );
    case 'saved':
      return isClassic ? (
        <Counted answer={outcome.answer} />
      ) : (
        <>
          <Milestones reached={outcome.answer.milestones ?? []} />
          <p>{variantNote}</p>
        </>
      );
    case 'unsaved':
    case 'elsewhere':
    case 'refused':
      return (
        <div role="alert">
          <p>{outcome.message}</p>
          {outcome.state === 'unsaved' && (
            <p>Your round isn’t lost. You can safely try again: it won’t count twice.</p>
          )}
          {isClassic && outcome.state === 'refused' && <p>You didn’t earn points this time.</p>}
        </div>
      );
    case 'practice':
      if (!isClassic) return <VariantWords signedIn={signedIn} />;
      return signedIn ? (
        <p>This was free play. Your next round earns points.</p>
      ) : (
        <p>
          This was free play. <SignUpToEarn />
        </p>
      );
  }
}
