import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component that loads when it is first rendered. Until then it renders nothing, or `Fallback`. If loading fails it shows a
 * message, and src/components/missing-part.ts offers to reload the page.
 *
 * It isn't React.lazy, because Suspense shows a part at least 300 ms after its fallback, however soon it was loaded.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType<Props>,
): ComponentType<Props> {
  let Part = Fallback;
  return function Lazy(props: Props) {
    const [Shown, show] = useState(() => Part);
    useEffect(() => {
      // Also if it is loaded: another one may have loaded it after this one was rendered.
      load()
        .catch(() => NotLoaded)
        .then((loaded) => {
          Part = loaded;
          show(() => loaded);
        });
    }, []);
    return Shown ? <Shown {...props} /> : null;
  };
}

function NotLoaded() {
  return <p className="notice bad">We couldn’t load this part.</p>;
}
