import { Button } from './Button.tsx';

interface Props {
  /** What could not be had: "The rewards could not be loaded". */
  title: string;
  /** Why, as a sentence; the message of the error. */
  reason: string;
  onRetry?: (() => void | Promise<void>) | undefined;
}

/** A list or a page that failed: the reason, and another try. */
export function Failed({ title, reason, onRetry }: Props) {
  return (
    <div className="blank" role="alert">
      <StateLine />
      <h3>{title}</h3>
      <p>{reason}</p>
      {onRetry && (
        <Button quiet small onPress={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}

function StateLine() {
  return <span className="state bad">failed</span>;
}
