import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { Empty } from '../shared/Empty.tsx';
import { Failed } from '../shared/Failed.tsx';
import { changeAddress } from '../shared/use-address.ts';
import { useTitle } from '../shared/use-title.ts';
import { resetAct } from './draft-acts-store.ts';
import { $editing, beginDraft, leaveDraft, openDraft } from './draft-store.ts';
import { Editor } from './Editor.tsx';
import { followHere } from './follow-here.ts';
import { Sheet } from './Sheet.tsx';
import { Submitted } from './Submitted.tsx';

/** One article: the editor, or its text while it waits for review. `asked`: its key, or `new`. */
export function Draft({ asked }: { readonly asked: string }) {
  const editing = useStore($editing, { ssr: 'initial' });
  const key = editing.state === 'open' ? editing.key : null;
  const begun = editing.state === 'open' && (editing.version > 0 || editing.saving.state !== 'saved');

  useEffect(() => {
    resetAct();
    if (asked === 'new') beginDraft();
    else void openDraft(asked);
  }, [asked]);
  useEffect(() => leaveDraft, []);
  useTitle(editing.state === 'failed' && editing.missing ? 'Draft not found' : undefined);

  useEffect(() => {
    // As soon as there is text, the draft gets its own address, so that a reload finds it.
    if (asked === 'new' && begun && key !== null) changeAddress(hrefs.draft(key), 'replace');
  }, [asked, begun, key]);

  const back = (
    <p className="draft-back">
      <a href={routes.userCreateContent.pattern} onClick={followHere}>
        Back to your articles
      </a>
    </p>
  );
  if (editing.state === 'failed')
    return editing.missing ? (
      <Empty level={2} title="We can’t find this draft">
        <p>You may have deleted it, or it belongs to another account.</p>
        <a className="button quiet small" href={routes.userCreateContent.pattern} onClick={followHere}>
          View your articles
        </a>
      </Empty>
    ) : (
      <Failed
        level={2}
        title="We couldn’t load your draft"
        reason={editing.error}
        onRetry={() => openDraft(asked)}
      />
    );
  if (editing.state !== 'open') return <Sheet />;
  const { submission, saving } = editing;
  const isSubmitted = submission?.state === 'submitted' || submission?.state === 'accepted';
  return (
    <>
      {back}
      {submission && isSubmitted && saving.state === 'saved' ? (
        <Submitted submission={submission} />
      ) : (
        <Editor editing={editing} key={editing.key} />
      )}
    </>
  );
}
