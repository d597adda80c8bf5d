import { StateBadge } from '../../shared/StateBadge.tsx';
import { Time } from '../../shared/Time.tsx';
import { type Stepped, stepsOf } from './steps.ts';
import './timeline.css';

/** An order's steps with their times. The current one is a badge. */
export function Timeline({ order }: { readonly order: Stepped }) {
  return (
    <ol className="timeline" aria-label={`Steps of order ${order.id}`}>
      {stepsOf(order).map(({ words, is, at }) => (
        <li key={words} className={is} aria-current={is === 'now' ? 'step' : undefined}>
          {is === 'now' ? <StateBadge state={order.state} words={words} /> : <span>{words}</span>}
          {at !== null && <Time at={at} />}
        </li>
      ))}
    </ol>
  );
}
