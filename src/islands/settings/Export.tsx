import { useState } from 'react';
import { Button } from '../shared/Button.tsx';
import { download } from '../shared/download.ts';
import { ledgerFile } from '../shared/stores/ledger-file.ts';
import { accountFile } from './account-file-store.ts';
import { Section } from './Section.tsx';

type File = { readonly name: string; readonly text: string } | { readonly error: string };

/** Downloads all data about the account. */
export function Export() {
  const [said, setSaid] = useState<{ readonly words: string; readonly bad?: true }>();

  async function save(type: string, get: () => Promise<File>) {
    setSaid(undefined);
    const file = await get();
    if ('error' in file) return setSaid({ words: file.error, bad: true });
    download(file.name, type, file.text);
    setSaid({ words: `${file.name} is in your downloads.` });
  }

  return (
    <Section id="export" title="Your data">
      <p className="muted">
        Download everything we have about your account. It has your codes and addresses, so keep it safe.
      </p>
      <div className="actions">
        <Button quiet small onPress={() => save('application/json', accountFile)}>
          Everything (JSON)
        </Button>
        <Button quiet small onPress={() => save('text/csv', () => ledgerFile('csv'))}>
          Points history (CSV)
        </Button>
      </div>
      <p role="status" className={said?.bad ? 'notice bad' : 'muted'} hidden={said === undefined}>
        {said?.words}
      </p>
    </Section>
  );
}
