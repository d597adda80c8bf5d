import { useStore } from '@nanostores/react';
import { routes } from '../../lib/routing/routes.ts';
import { Button } from '../shared/Button.tsx';
import { Dialog } from '../shared/Dialog.tsx';
import { changeAddress } from '../shared/use-address.ts';
import { $act, deleteDraft } from './draft-acts-store.ts';

interface Props {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
}

/** Asks for confirmation, because deleting can't be undone. */
export function Deleting({ open, title, onClose }: Props) {
  const act = useStore($act, { ssr: 'initial' });

  async function remove() {
    if (await deleteDraft()) changeAddress(routes.userCreateContent.pattern, 'replace');
  }

  return (
    <Dialog
      open={open}
      title="Delete this draft?"
      says={title.trim() === '' ? 'You can’t get it back.' : `You can’t get “${title.trim()}” back.`}
      onClose={onClose}
    >
      <div className="actions">
        <Button onPress={onClose}>Keep draft</Button>
        <Button ends busy={act.state === 'working'} onPress={remove}>
          Delete draft
        </Button>
      </div>
    </Dialog>
  );
}
