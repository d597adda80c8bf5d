import { Fragment, type ReactNode, useState } from 'react';
import { formatPoints } from '../../lib/format/points.ts';
import './score-table.css';

interface ScoreRow {
  readonly place: number;
  /** Null: an anonymous player. */
  readonly user: { readonly name: string; readonly sample: boolean } | null;
  readonly score: number;
  readonly mine: boolean;
}

interface Props {
  readonly caption: ReactNode;
  readonly rows: readonly ScoreRow[];
  /** The user's own row, shown below the others if it isn't among them. */
  readonly own: ScoreRow | undefined;
  readonly first: number;
  /** The button that shows the rest: "Show top 20". */
  readonly more: string;
  /** Extra rows between those of the players. */
  readonly before?: (row: ScoreRow) => ReactNode;
  readonly after?: (row: ScoreRow) => ReactNode;
}

/** The scores in a challenge that players share. */
export function ScoreTable({ caption, rows, own, first, more, before, after }: Props) {
  const [all, setAll] = useState(false);
  const listed = all ? rows : rows.slice(0, first);
  return (
    <>
      <table className="scores num">
        <caption>{caption}</caption>
        <thead className="unseen">
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Player</th>
            <th scope="col">Score</th>
          </tr>
        </thead>
        <tbody>
          {listed.map((row) => (
            <Fragment key={row.place}>
              {before?.(row)}
              <Score row={row} />
              {after?.(row)}
            </Fragment>
          ))}
          {own && !listed.some(({ place }) => place === own.place) && <Score row={own} />}
        </tbody>
      </table>
      {rows.length > listed.length && (
        <button type="button" className="button quiet small" onClick={() => setAll(true)}>
          {more}
        </button>
      )}
      <p className="unseen" role="status">
        {all && `Players shown: ${rows.length}`}
      </p>
    </>
  );
}

function Score({ row: { place, user, score, mine } }: { readonly row: ScoreRow }) {
  return (
    <tr aria-current={mine ? 'true' : undefined}>
      <td>{formatPoints(place)}</td>
      <td>
        {mine ? 'You' : (user?.name ?? <i>Unnamed player</i>)}
        {user?.sample && <span className="label">sample</span>}
      </td>
      <td>{formatPoints(score)}</td>
    </tr>
  );
}
