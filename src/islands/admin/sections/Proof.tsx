import { SOCIAL_TRIES } from '../../../lib/contract/limits.ts';
import type { WaitingProof } from '../../../lib/contract/reviews/operator-reviews.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Facts } from '../../shared/Facts.tsx';
import { ActButton } from '../parts/ActButton.tsx';
import { Acts, DetailFrame, Head } from '../parts/DetailFrame.tsx';
import { Waited } from '../parts/Waited.tsx';
import { ownerReads, Player, pointsWords, reasonField } from '../parts/words.tsx';
import { confirmProof, proof as proofSource, refuseProof } from '../reviews-store.ts';

const LIST = `${hrefs.operator('submissions')}?kind=proofs`;

/** The proof that a player submitted for a social task, and the decision on it. */
export function Proof({ id }: { readonly id: number }) {
  return (
    <DetailFrame
      source={proofSource}
      ask={id}
      noun="the submission"
      list={LIST}
      gone="Someone has already decided on it."
    >
      {(found) => <Shown found={found} />}
    </DetailFrame>
  );
}

function Shown({ found }: { readonly found: WaitingProof }) {
  const { id, user, task, proof, points, tries, submitted_at } = found;
  return (
    <>
      <Head title={task.name}>
        <Waited since={submitted_at} />
      </Head>
      <Facts
        of={[
          ['Player', <Player key="player" user={user} />],
          ['On', task.network],
          ['Pays', pointsWords(points)],
          ['Try', `${tries} of ${SOCIAL_TRIES}`],
          ['Proof', <ProofLink key="proof" proof={proof} />, 'wide'],
        ]}
      />
      <section aria-labelledby="steps">
        <h2 id="steps">Task</h2>
        <ol>
          {task.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <Acts>
        <ActButton
          main
          label="Approve"
          of={`submission ${id}`}
          title="Approve this submission?"
          says={`You’ve checked each step yourself, and it names ${user.name}. They get ${pointsWords(points)}.`}
          fields={[reasonField(ownerReads)]}
          submit="Approve and pay"
          send={(values) => confirmProof(found, values.text('reason'))}
          doneMessage={({ points: paid }) => `Approved. ${user.name} gets ${pointsWords(paid)}.`}
          leadTo={LIST}
        />
        <ActButton
          label="Decline"
          of={`submission ${id}`}
          title="Decline this submission?"
          says={
            <p>
              We don’t pay anything.{' '}
              {tries < SOCIAL_TRIES
                ? `${user.name} can submit another one. Tries left: ${SOCIAL_TRIES - tries}.`
                : `That was the last try: ${user.name} can’t submit another one.`}
            </p>
          }
          fields={[reasonField(ownerReads)]}
          submit="Decline submission"
          send={(values) => refuseProof(found, values.text('reason'))}
          doneMessage={() => `Declined. ${user.name} can see why.`}
          leadTo={LIST}
        />
      </Acts>
    </>
  );
}

/** Shows the proof as a link if it is one. The link sends no referrer. */
function ProofLink({ proof }: { readonly proof: string }) {
  if (!/^https:\/\//.test(proof)) return proof;
  return (
    <a href={proof} target="_blank" rel="noopener noreferrer nofollow">
      {proof}
    </a>
  );
}
