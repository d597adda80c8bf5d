import { type ComponentType, useEffect, useState } from 'react';

const nothing = () => null;

/**
 * A part that is fetched once it is first on a page, and until then shows nothing or what `Wait` shows: for what stands further down,
 * or comes after something was done. Where it can't be had it stays away, and src/components/trouble.ts tells of it.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Wait: ComponentType<Props> = nothing,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => known);
    useEffect(() => {
      if (known) return setPart(() => known);
      let gone = false;
      load().then(
        (part) => {
          known = part;
          if (!gone) setPart(() => part);
        },
        () => {},
      );
      return () => {
        gone = true;
      };
    }, []);
    return Part ? <Part {...props} /> : <Wait {...props} />;
  };
}
