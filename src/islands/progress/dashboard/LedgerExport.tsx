import { useState } from 'react';
import { Button } from '../../shared/Button.tsx';
import { download } from '../../shared/download.ts';
import { ledgerFile } from '../../shared/stores/ledger-file.ts';

/** Downloads the whole ledger as a file, for a spreadsheet or a program. */
export function LedgerExport() {
  const [error, setError] = useState<string>();

  async function save(kind: 'csv' | 'json') {
    const file = await ledgerFile(kind);
    if ('error' in file) return setError(file.error);
    setError(undefined);
    download(file.name, file.type, file.text);
  }

  return (
    <div className="ledger-export">
      <span className="muted">Export:</span>
      <Button quiet small onPress={() => save('csv')}>
        CSV<span className="unseen"> file of your points history</span>
      </Button>
      <Button quiet small onPress={() => save('json')}>
        JSON<span className="unseen"> file of your points history</span>
      </Button>
      {error !== undefined && (
        <p className="notice bad" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
