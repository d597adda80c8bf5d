import { hrefs } from '../../lib/routing/routes.ts';

/** What rounds of any variant but Classic are for. */
export const variantNote = 'For best scores and medals. Quests count Classic rounds.';

/** The same with what a guest misses. */
export function VariantWords({ signedIn }: { readonly signedIn: boolean }) {
  return (
    <p>
      {variantNote}
      {!signedIn && (
        <>
          {' '}
          <a href={hrefs.signUp(location.pathname + location.search)}>Sign up</a> to save yours.
        </>
      )}
    </p>
  );
}

export function VariantNote({ name, signedIn }: { readonly name: string; readonly signedIn: boolean }) {
  return (
    <div className="practice">
      <span className="state info">{name}</span>
      <VariantWords signedIn={signedIn} />
    </div>
  );
}
