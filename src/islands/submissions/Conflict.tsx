import type { Draft } from '../../lib/contract/submissions.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Button } from '../shared/Button.tsx';
import { changeAddress } from '../shared/use-address.ts';
import { keepAsNew, keepMine, type Saving, takeTheirs } from './draft-store.ts';

async function asNew() {
  const key = await keepAsNew();
  if (key !== null) changeAddress(hrefs.draft(key), 'replace');
}

/** Two versions of one draft, or one whose other side is gone: nothing is lost until its writer has chosen. */
export function Conflict({ saving, draft }: { readonly saving: Saving; readonly draft: Draft }) {
  if (saving.state === 'gone')
    return (
      <div className="notice bad" role="alert">
        <p>
          <b>This draft was deleted somewhere else.</b> What you wrote stands below, in this browser alone.
        </p>
        <div className="actions">
          <Button small onPress={asNew}>
            Save it as a new draft
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
            ? 'This draft was changed somewhere else.'
            : 'This article was handed in from somewhere else.'}
        </b>{' '}
        Below stands what you wrote here ({formatPoints(draft.body.length)} characters of text). The other one
        has {formatPoints(theirs.body.length)}. Choose, and nothing is lost before.
      </p>
      <div className="actions">
        {canReplace && (
          <Button small onPress={keepMine}>
            Keep mine
          </Button>
        )}
        <Button quiet small onPress={takeTheirs}>
          Take the other one
        </Button>
        <Button quiet small onPress={asNew}>
          Keep both
        </Button>
      </div>
    </div>
  );
}
