import { Button } from './Button.tsx';

interface Props {
  /** What could not be had: "The rewards could not be loaded". */
  title: string;
  /** Why, as a sentence; the message of the error. */
  reason: string;
  onRetry?: (() => unknown) | undefined;
  /** Of the heading: 3 within a section, 2 or 1 where it stands for the page's whole content. */
  level?: 1 | 2 | 3;
}

/** A list or a page that failed: the reason, and another try. */
export function Failed({ title, reason, onRetry, level = 3 }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className="blank" role="alert">
      <StateLine />
      <Heading>{title}</Heading>
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
