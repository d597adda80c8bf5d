import { Button } from './Button.tsx';

interface Props {
  /** Why, as a sentence; the message of the error. */
  readonly reason: string;
  readonly onRetry: () => unknown;
}

/** What is on screen could not be fetched again. */
export function Stale({ reason, onRetry }: Props) {
  return (
    <div className="notice bad" role="alert">
      <p>{reason} Showing the last saved version.</p>
      <Button quiet small onPress={onRetry}>
        Retry
      </Button>
    </div>
  );
}
