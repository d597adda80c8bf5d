import { Button } from './Button.tsx';

interface Props {
  /** Why, as a sentence; the message of the error. */
  readonly reason: string;
  /** What is still on screen: "What you see is the list as it was." */
  readonly children: string;
  readonly onRetry: () => unknown;
}

/** What is on screen could not be fetched again: the reason, what one is looking at, and another try. */
export function Stale({ reason, children, onRetry }: Props) {
  return (
    <div className="notice bad" role="alert">
      <p>
        {reason} {children}
      </p>
      <Button quiet small onPress={onRetry}>
        Retry
      </Button>
    </div>
  );
}
