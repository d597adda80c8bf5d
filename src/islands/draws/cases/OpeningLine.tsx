import type { Opening } from '../../../lib/contract/draws/cases.ts';
import { formatChange, formatPoints } from '../../../lib/format/points.ts';
import { Art } from '../../shared/Art.tsx';
import { Time } from '../../shared/Time.tsx';
import { OpeningProof } from './OpeningProof.tsx';
import '../../shared/draw.css';
import './openings.css';

interface Props {
  readonly opening: Opening;
  /** The opening's number, in a list with several cases. */
  readonly about?: string;
  /** The case's page, unless the line is on it. */
  readonly href?: string;
}

/** One opening in a list, with its proof in a closed section. */
export function OpeningLine({ opening, about, href }: Props) {
  const { name, cost, points } = opening;
  return (
    <li>
      <details>
        <summary>
          <Art names={[name, opening.case.name]} other="chest" size={44} />
          <span className="what">
            <b>{name}</b>
            <small>
              {about !== undefined && `${about} · `}
              <Time at={opening.opened_at} />
            </small>
          </span>
          <span className="change num">
            <span className="pts">{formatChange(points)}</span>
            <small>{formatChange(-cost)}</small>
          </span>
        </summary>
        <div className="proof-of">
          <p>
            Price {formatPoints(cost)}, won {formatPoints(points)} points.{' '}
            {href !== undefined && <a href={href}>See this case</a>}
          </p>
          <OpeningProof opening={opening} />
        </div>
      </details>
    </li>
  );
}
