import { SOCIAL_TRIES } from '../../../lib/contract/limits.ts';
import type { WaitingProof } from '../../../lib/contract/operator-reviews.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { Acts, DetailFrame, Facts } from '../parts/DetailFrame.tsx';
import { Waited } from '../parts/Waited.tsx';
import { ownerReads, Player, pointsWords, reasonField } from '../parts/words.tsx';
import { confirmProof, proof as proofSource, refuseProof } from '../reviews-store.ts';

const LIST = `${hrefs.operator('submissions')}?kind=proofs`;

/** What somebody says they did elsewhere, and the decision on it. */
export function Proof({ id }: { readonly id: number }) {
  return (
    <DetailFrame
      source={proofSource}
      ask={id}
      noun="proof"
      back={{ to: LIST, words: 'All proofs that wait' }}
      gone="It was decided on."
    >
      {(found) => <Shown found={found} />}
    </DetailFrame>
  );
}

function Shown({ found }: { readonly found: WaitingProof }) {
  const { id, user, task, proof, points, tries, submitted_at } = found;
  return (
    <>
      <div className="desk-head">
        <h2>{task.name}</h2>
        <p>
          <Waited since={submitted_at} />
        </p>
      </div>
      <Facts
        of={[
          ['Player', <Player key="player" user={user} />],
          ['On', task.network],
          ['Pays', pointsWords(points)],
          ['Try', `${tries} of ${SOCIAL_TRIES}`],
          ['Proof', <ProofLink key="proof" proof={proof} />],
        ]}
      />
      <section aria-labelledby="steps">
        <h2 id="steps">What was asked</h2>
        <ol>
          {task.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <Acts>
        <ActButton
          main
          label="Confirm it"
          of={`proof ${id}`}
          title="Confirm this proof?"
          says={
            <p>
              You have seen it yourself. {pointsWords(points)} are paid to {user.name}.
            </p>
          }
          fields={[reasonField(ownerReads)]}
          submit="Confirm and pay"
          send={(values) => confirmProof(found, values.text('reason'))}
          told={({ points: paid }) => `Confirmed: ${pointsWords(paid)} are paid to ${user.name}.`}
          leadTo={LIST}
        />
        <ActButton
          label="Refuse it"
          of={`proof ${id}`}
          title="Refuse this proof?"
          says={
            <p>
              Nothing is paid.{' '}
              {tries < SOCIAL_TRIES
                ? `${user.name} can hand in another, ${SOCIAL_TRIES - tries} times more.`
                : `It was the last try: ${user.name} can’t hand in another.`}
            </p>
          }
          fields={[reasonField(ownerReads)]}
          submit="Refuse the proof"
          send={(values) => refuseProof(found, values.text('reason'))}
          told={() => `Refused: ${user.name} reads why.`}
          leadTo={LIST}
        />
      </Acts>
    </>
  );
}

/** A link where it is one, without telling the other side where one comes from. */
function ProofLink({ proof }: { readonly proof: string }) {
  if (!/^https:\/\//.test(proof)) return proof;
  return (
    <a href={proof} target="_blank" rel="noopener noreferrer nofollow">
      {proof}
    </a>
  );
}
