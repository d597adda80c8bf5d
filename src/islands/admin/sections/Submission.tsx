import { MIN_REASON } from '../../../lib/contract/operator-limits.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Facts } from '../../shared/Facts.tsx';
import { ActButton } from '../parts/ActButton.tsx';
import { Acts, DetailFrame, Head } from '../parts/DetailFrame.tsx';
import { Waited } from '../parts/Waited.tsx';
import { ownerReads, Player, pointsWords, reasonField } from '../parts/words.tsx';
import { acceptSubmission, type ReadSubmission, refuseSubmission, submission } from '../reviews-store.ts';

const LIST = hrefs.operator('submissions');

/** An article as readers would see it, and the decision on it. */
export function Submission({ id }: { readonly id: number }) {
  return (
    <DetailFrame
      source={submission}
      ask={id}
      noun="the article"
      list={LIST}
      gone="Someone has already decided on it, or the writer has withdrawn it."
    >
      {(found) => <Article found={found} />}
    </DetailFrame>
  );
}

function Article({ found }: { readonly found: ReadSubmission }) {
  const { title, summary, type, user, points, submitted_at, html } = found;
  return (
    <>
      <Head title={title}>
        <Waited since={submitted_at} />
      </Head>
      <Facts
        of={[
          ['Writer', <Player key="writer" user={user} />],
          ['Kind', type],
          ['Pays', pointsWords(points)],
          ['Summary', summary, 'wide'],
        ]}
      />
      <Acts>
        <ActButton
          main
          label="Accept"
          of={title}
          title="Publish this article?"
          says={`We publish it under ${user.name}’s name as shown here and pay ${pointsWords(points)}.`}
          fields={[reasonField(`${ownerReads} Say what’s good about it.`)]}
          submit="Publish and pay"
          send={(values) => acceptSubmission(found, values.text('reason'))}
          doneMessage={(done) => `Published “${title}” and paid ${pointsWords(done.points)}.`}
          leadTo={LIST}
        />
        <ActButton
          label="Decline"
          of={title}
          title="Decline this article?"
          says={`We don’t pay anything. ${user.name} can change it and submit it again.`}
          fields={[
            reasonField(`${ownerReads} Say what has to change, in at least ${MIN_REASON} characters.`),
          ]}
          submit="Decline article"
          send={(values) => refuseSubmission(found, values.text('reason'))}
          doneMessage={() => `Declined “${title}”. ${user.name} can see why.`}
          leadTo={LIST}
        />
      </Acts>
      <section aria-label="Article" className="reading">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it has been through the sanitiser */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </section>
    </>
  );
}
