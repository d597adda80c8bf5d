import { useStore } from '@nanostores/react';
import { SUBMISSION_POINTS } from '../../lib/contract/limits.ts';
import type { Draft } from '../../lib/contract/submissions/submissions.ts';
import { Actions } from '../shared/Actions.tsx';
import { Dialog } from '../shared/Dialog.tsx';
import { Points } from '../shared/Points.tsx';
import { $act, submitDraft } from './draft-acts-store.ts';

interface Props {
  readonly open: boolean;
  readonly draft: Draft;
  readonly onClose: () => void;
}

/** Explains submitting, and asks for confirmation. */
export function SubmitDialog({ open, draft, onClose }: Props) {
  const busy = useStore($act, { ssr: 'initial' }).state === 'working';
  return (
    <Dialog
      open={open}
      title="Submit your article?"
      says={
        <>
          <p>
            We’ll read your {draft.type}. You can’t change it while we do, but you can withdraw it. When we
            publish it, you get <Points points={SUBMISSION_POINTS[draft.type]} />.
          </p>
          <p>
            By submitting, you confirm that you wrote it yourself and let us show it under your player name.
          </p>
        </>
      }
      onClose={() => busy || onClose()}
    >
      <Actions words="Submit" busy={busy} onPress={submitDraft} otherwise="Not yet" onClose={onClose} />
    </Dialog>
  );
}
