import type { Draft } from '../../lib/contract/submissions/submissions.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Button } from '../shared/Button.tsx';
import { changeAddress } from '../shared/use-address.ts';
import { keepAsNew, keepMine, type Saving, takeTheirs } from './draft-store.ts';

function asNew() {
  const key = keepAsNew();
  if (key !== null) changeAddress(hrefs.draft(key), 'replace');
}

/** Shown if a draft was changed or deleted elsewhere. Nothing is lost until the writer has chosen. */
export function Conflict({ saving, draft }: { readonly saving: Saving; readonly draft: Draft }) {
  if (saving.state === 'gone')
    return (
      <div className="notice bad" role="alert">
        <p>
          <b>You deleted this draft somewhere else.</b> Your text below is only in this browser.
        </p>
        <div className="actions">
          <Button small onPress={asNew}>
            Save as a new draft
          </Button>
        </div>
      </div>
    );
  if (saving.state !== 'conflict') return null;
  const { theirs } = saving;
  const canReplace = theirs.state === 'draft' || theirs.state === 'refused';
  return (
    <div className="notice bad" role="alert">
      <p>
        <b>
          {canReplace
            ? 'You changed this draft somewhere else.'
            : 'You submitted this article from somewhere else.'}
        </b>{' '}
        The version below has {formatPoints(draft.body.length)} characters, the other one has{' '}
        {formatPoints(theirs.body.length)}. Nothing is lost until you choose.
      </p>
      <div className="actions">
        {canReplace && (
          <Button small onPress={keepMine}>
            Keep this version
          </Button>
        )}
        <Button quiet small onPress={takeTheirs}>
          Use the other version
        </Button>
        <Button quiet small onPress={asNew}>
          Keep both
        </Button>
      </div>
    </div>
  );
}
