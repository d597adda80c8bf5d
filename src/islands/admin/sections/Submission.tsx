import { MIN_REASON } from '../../../lib/contract/limits.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { Acts, DetailFrame, Facts } from '../parts/DetailFrame.tsx';
import { Waited } from '../parts/Waited.tsx';
import { ownerReads, Player, pointsWords, reasonField } from '../parts/words.tsx';
import { acceptSubmission, type ReadSubmission, refuseSubmission, submission } from '../reviews-store.ts';

const LIST = hrefs.operator('submissions');

/** An article as its readers would see it, and the decision on it. */
export function Submission({ id }: { readonly id: number }) {
  return (
    <DetailFrame
      source={submission}
      ask={id}
      noun="article"
      back={{ to: LIST, words: 'All articles that wait' }}
      gone="It was decided, or its writer took it back."
    >
      {(found) => <Article found={found} />}
    </DetailFrame>
  );
}

function Article({ found }: { readonly found: ReadSubmission }) {
  const { title, summary, type, user, points, submitted_at, html } = found;
  return (
    <>
      <div className="desk-head">
        <h2>{title}</h2>
        <p>
          <Waited since={submitted_at} />
        </p>
      </div>
      <Facts
        of={[
          ['Writer', <Player key="writer" user={user} />],
          ['Kind', type],
          ['Pays', pointsWords(points)],
          ['Summary', summary],
        ]}
      />
      <Acts>
        <ActButton
          main
          label="Accept it"
          of={title}
          title="Publish this article?"
          says={
            <p>
              It is published under {user.name}’s name as you read it here, and {pointsWords(points)} are
              paid.
            </p>
          }
          fields={[reasonField(`${ownerReads} Say what is good about it.`)]}
          submit="Publish and pay"
          send={(values) => acceptSubmission(found, values.text('reason'))}
          told={(done) => `“${title}” is published, and ${pointsWords(done.points)} are paid.`}
          leadTo={LIST}
        />
        <ActButton
          label="Refuse it"
          of={title}
          title="Refuse this article?"
          says={<p>Nothing is paid. {user.name} can change it and hand it in again.</p>}
          fields={[
            reasonField(`${ownerReads} Say what has to change; ${MIN_REASON} characters are the least.`),
          ]}
          submit="Refuse the article"
          send={(values) => refuseSubmission(found, values.text('reason'))}
          told={() => `“${title}” is refused, and ${user.name} reads why.`}
          leadTo={LIST}
        />
      </Acts>
      <section aria-label="The article" className="reading">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it has been through the sanitiser */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </section>
    </>
  );
}
