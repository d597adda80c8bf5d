import { useStore } from '@nanostores/react';
import { routes } from '../../lib/routing/routes.ts';
import { Actions } from '../shared/Actions.tsx';
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
  const busy = useStore($act, { ssr: 'initial' }).state === 'working';

  async function remove() {
    const { href } = location;
    // Unless another page or draft was opened meanwhile.
    if ((await deleteDraft()) && location.href === href)
      changeAddress(routes.userCreateContent.pattern, 'replace');
  }

  return (
    <Dialog
      open={open}
      title="Delete this draft?"
      says={title.trim() === '' ? 'You can’t get it back.' : `You can’t get “${title.trim()}” back.`}
      onClose={() => busy || onClose()}
    >
      <Actions
        ends
        words="Delete draft"
        busy={busy}
        onPress={remove}
        otherwise="Keep draft"
        onClose={onClose}
      />
    </Dialog>
  );
}
