import { type ComponentType, lazy as reactLazy, Suspense } from 'react';

/**
 * A component that loads when it is first rendered. Until then it renders nothing, or `Fallback`. If loading fails it shows a
 * message, and src/components/missing-part.ts offers to reload the page.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType<Props>,
): ComponentType<Props> {
  const Part = reactLazy(async () => ({ default: await load().catch(() => NotLoaded) }));
  return function Lazy(props: Props) {
    return (
      <Suspense fallback={Fallback && <Fallback {...props} />}>
        <Part {...props} />
      </Suspense>
    );
  };
}

function NotLoaded() {
  return <p className="notice bad">We couldn’t load this part.</p>;
}
