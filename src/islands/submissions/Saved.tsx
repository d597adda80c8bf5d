import { isStorageBlocked } from '../../lib/session/storage.ts';
import { Button } from '../shared/Button.tsx';
import { type Saving, saveNow } from './draft-store.ts';

const keptWhere = () =>
  isStorageBlocked()
    ? 'Your browser blocks storage for this site, so keep this page open until it’s saved.'
    : 'Your text is saved in this browser.';

/** Whether the text has been saved, and where. */
export function Saved({ saving, isNew }: { readonly saving: Saving; readonly isNew: boolean }) {
  if (saving.state === 'kept' || saving.state === 'refused')
    return (
      <div className="notice bad draft-saved" role="alert">
        <p>
          <b>Not saved to your account.</b> {saving.reason} {keptWhere()}
        </p>
        <Button quiet small onPress={saveNow}>
          Save now
        </Button>
      </div>
    );
  return (
    <p className="draft-saved muted" role="status">
      {saving.state === 'saved' && (isNew ? 'We save as you write.' : 'All changes saved.')}
      {saving.state === 'unsaved' && 'Saved in this browser. Saving to your account soon.'}
      {saving.state === 'saving' && 'Saving…'}
      {(saving.state === 'conflict' || saving.state === 'gone') && 'Saved in this browser until you choose.'}
    </p>
  );
}
