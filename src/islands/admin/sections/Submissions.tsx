import type { WaitingProof, WaitingSubmission } from '../../../lib/contract/reviews/operator-reviews.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { useQuery, withQuery } from '../../shared/use-address.ts';
import { Link } from '../parts/Link.tsx';
import { type Columns, ListFrame } from '../parts/ListFrame.tsx';
import { Waited } from '../parts/Waited.tsx';
import { Player } from '../parts/words.tsx';
import { proofs, submissions } from '../reviews-store.ts';

const kinds = [
  ['articles', 'Articles'],
  ['proofs', 'Social tasks'],
] as const;

const payAndStatus: Columns<WaitingSubmission | WaitingProof> = [
  {
    head: 'Pays',
    kind: 'figure',
    aside: true,
    bare: true,
    cell: ({ points }) => <span className="pts">{formatPoints(points)}</span>,
  },
  { head: 'Status', bare: true, cell: ({ submitted_at }) => <Waited since={submitted_at} badge /> },
];

const articleColumns: Columns<WaitingSubmission> = [
  { head: 'Article', kind: 'words', cell: ({ title }) => title },
  { head: 'Writer', bare: true, cell: ({ user }) => <Player user={user} /> },
  { head: 'Kind', bare: true, cell: ({ type }) => type },
  ...payAndStatus,
];

const proofColumns: Columns<WaitingProof> = [
  { head: 'Task', kind: 'words', cell: ({ task }) => task.name, small: ({ task }) => task.network },
  { head: 'Player', bare: true, cell: ({ user }) => <Player user={user} /> },
  { head: 'Try', kind: 'figure', cell: ({ tries }) => tries },
  ...payAndStatus,
];

/** Submissions by players: articles, and proofs of social tasks. */
export function Submissions() {
  const query = useQuery(routes.operator.pattern) ?? '';
  const kind = new URLSearchParams(query).get('kind') === 'proofs' ? 'proofs' : 'articles';
  return (
    <>
      <nav className="chips" aria-label="Submissions">
        {kinds.map(([value, words]) => (
          <Link
            key={value}
            to={withQuery(hrefs.operator('submissions'), value === 'articles' ? {} : { kind: value })}
            className="chip"
            current={value === kind}
          >
            {words}
          </Link>
        ))}
      </nav>
      {kind === 'articles' ? (
        <ListFrame
          nouns={['article', 'articles']}
          source={submissions}
          columns={articleColumns}
          hrefOf={({ id }) => hrefs.operator('submissions', id)}
          nothing={{
            title: 'No articles waiting',
            text: 'Articles from players show up here, the oldest first.',
          }}
        />
      ) : (
        <ListFrame
          nouns={['proof', 'proofs']}
          source={proofs}
          columns={proofColumns}
          hrefOf={({ id }) => hrefs.operator('submissions', `proof-${id}`)}
          nothing={{
            title: 'No social tasks waiting',
            text: 'Proof from players shows up here, the oldest first.',
          }}
        />
      )}
    </>
  );
}
