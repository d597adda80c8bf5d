import { type ComponentType, useEffect, useState } from 'react';

const nothing = () => null;

/**
 * A part that is fetched once it is first on a page, and until then shows nothing or what `Wait` shows: for what stands further down,
 * or comes after something was done. Where it can't be had it stays away, or says so where `Wait` kept its place, and
 * src/components/missing-inline.ts offers to load the page again.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Wait: ComponentType<Props> = nothing,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    // Null when it can't be had.
    const [Part, setPart] = useState<ComponentType<Props> | null | undefined>(() => known);
    useEffect(() => {
      if (known) return setPart(() => known);
      let gone = false;
      load().then(
        (part) => {
          known = part;
          if (!gone) setPart(() => part);
        },
        () => gone || setPart(null),
      );
      return () => {
        gone = true;
      };
    }, []);
    if (Part) return <Part {...props} />;
    if (Part === null && Wait !== nothing)
      return <p className="notice bad">This part could not be loaded.</p>;
    return <Wait {...props} />;
  };
}
