import { useState } from 'react';
import { Button } from '../../shared/Button.tsx';
import { ledgerFile } from '../../shared/stores/ledger-file.ts';

/** Downloads the whole ledger as a file, for a spreadsheet or a program. */
export function LedgerExport() {
  const [error, setError] = useState<string>();

  async function save(kind: 'csv' | 'json') {
    const file = await ledgerFile(kind);
    if ('error' in file) return setError(file.error);
    setError(undefined);
    const address = URL.createObjectURL(new Blob([file.text], { type: file.type }));
    const link = Object.assign(document.createElement('a'), { href: address, download: file.name });
    link.click();
    URL.revokeObjectURL(address);
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
