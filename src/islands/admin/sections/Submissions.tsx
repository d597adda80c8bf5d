import type {
  PublishedArticle,
  WaitingProof,
  WaitingSubmission,
} from '../../../lib/contract/reviews/operator-reviews.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { Time } from '../../shared/Time.tsx';
import { useQuery, withQuery } from '../../shared/use-address.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { Link } from '../parts/Link.tsx';
import { type Columns, ListFrame } from '../parts/ListFrame.tsx';
import { Waited } from '../parts/Waited.tsx';
import { ownerReads, Player, reasonField } from '../parts/words.tsx';
import { giveTries, proofs, published, setArticle, submissions, usedUp } from '../reviews-store.ts';

const kinds = [
  ['articles', 'Articles'],
  ['proofs', 'Social tasks'],
  ['published', 'Published articles'],
  ['used_up', 'No tries left'],
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

const ofPlayer = [{ kind: 'text', name: 'user_id', label: 'Player ID', placeholder: '1024' }] as const;

const publishedColumns: Columns<PublishedArticle> = [
  {
    head: 'Article',
    kind: 'words',
    cell: ({ title }) => title,
    small: ({ type, article_id }) => `${type} ${article_id}`,
  },
  { head: 'Writer', bare: true, cell: ({ user }) => <Player user={user} /> },
  { head: 'Published', cell: ({ published_at }) => <Time at={published_at} /> },
  {
    head: 'Status',
    bare: true,
    cell: ({ hidden }) => (
      <span className={`state ${hidden ? 'bad' : 'ok'}`}>{hidden ? 'hidden' : 'shown'}</span>
    ),
  },
  { head: 'Next', bare: true, cell: (article) => <HideOrShow article={article} /> },
];

function HideOrShow({ article }: { readonly article: PublishedArticle }) {
  const { id, title, user, hidden } = article;
  return (
    <ActButton
      small
      label={hidden ? 'Show again' : 'Hide'}
      of={`${title}, submission ${id}`}
      title={hidden ? 'Show this article to everyone again?' : 'Hide this article?'}
      says={
        hidden
          ? 'It returns to its place with its comments.'
          : `Then only ${user.name} can see it, with the reason. They keep the points.`
      }
      fields={[reasonField(ownerReads)]}
      send={(values) => setArticle(hidden ? 'show' : 'hide', article, values.text('reason'))}
      doneMessage={() => `${hidden ? 'Shown again' : 'Hidden'}: “${title}”. ${user.name} can see why.`}
    />
  );
}

const usedUpColumns: Columns<WaitingProof> = [
  { head: 'Task', kind: 'words', cell: ({ task }) => task.name, small: ({ task }) => task.network },
  { head: 'Player', bare: true, cell: ({ user }) => <Player user={user} /> },
  { head: 'Last submitted', cell: ({ submitted_at }) => <Time at={submitted_at} /> },
  {
    head: 'Next',
    bare: true,
    cell: (one) => (
      <ActButton
        small
        label="Give tries back"
        of={`submission ${one.id}`}
        title={`Let ${one.user.name} try again?`}
        says={`${one.user.name} gets all tries of “${one.task.name}” back, and a notification.`}
        fields={[reasonField(ownerReads)]}
        send={(values) => giveTries(one, values.text('reason'))}
        doneMessage={() => `${one.user.name} can submit “${one.task.name}” again.`}
      />
    ),
  },
];

/** Submissions by players: articles, and proofs of social tasks. */
export function Submissions() {
  const query = useQuery(routes.operator.pattern) ?? '';
  const asked = new URLSearchParams(query).get('kind');
  const [kind] = kinds.find(([value]) => value === asked) ?? kinds[0];
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
      {kind === 'used_up' ? (
        <ListFrame
          nouns={['social task', 'social tasks']}
          source={usedUp}
          filters={ofPlayer}
          columns={usedUpColumns}
          nothing={{
            title: 'Nobody is out of tries',
            text: 'Social tasks that players can’t submit again show up here.',
          }}
        />
      ) : kind === 'published' ? (
        <ListFrame
          nouns={['article', 'articles']}
          source={published}
          filters={ofPlayer}
          columns={publishedColumns}
          nothing={{
            title: 'No published articles',
            text: 'Articles by players show up here once an operator accepts them.',
          }}
        />
      ) : kind === 'articles' ? (
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
