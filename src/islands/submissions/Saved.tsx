import { isStorageBlocked } from '../../lib/session/storage.ts';
import { Button } from '../shared/Button.tsx';
import type { Saving } from './draft-store.ts';
import { saveNow } from './draft-store.ts';

const keptWhere = () =>
  isStorageBlocked()
    ? 'Your browser keeps nothing for us, so leave this page open until it is saved.'
    : 'What you wrote is kept in this browser.';

/** Whether what is on screen is safe, and where. */
export function Saved({ saving, isNew }: { readonly saving: Saving; readonly isNew: boolean }) {
  if (saving.state === 'kept' || saving.state === 'refused')
    return (
      <div className="notice bad desk-saved" role="alert">
        <p>
          <b>Not saved on the server.</b> {saving.reason} {keptWhere()}
        </p>
        <Button quiet small onPress={saveNow}>
          Save now
        </Button>
      </div>
    );
  return (
    <p className="desk-saved muted" role="status">
      {saving.state === 'saved' && (isNew ? 'It is saved as you write.' : 'All changes are saved.')}
      {saving.state === 'unsaved' && 'Kept in this browser; the server gets it in a moment.'}
      {saving.state === 'saving' && 'Saving…'}
      {(saving.state === 'conflict' || saving.state === 'gone') &&
        'Kept in this browser until you have chosen.'}
    </p>
  );
}
