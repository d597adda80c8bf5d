import { useRef, useState } from 'react';
import { site } from '../../../lib/site.ts';
import { Button } from '../../shared/Button.tsx';
import { download } from '../../shared/download.ts';
import { endStep } from '../second-factor-store.ts';

interface Props {
  readonly codes: readonly string[];
  readonly otherDevices: number;
}

/** Shows the recovery codes once, to copy, download or write down. */
export function RecoveryCodes({ codes, otherDevices }: Props) {
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setSaid('Copied');
    } catch {
      // Copying isn't allowed here. Select them instead.
      if (list.current) getSelection()?.selectAllChildren(list.current);
      setSaid('Selected. Now copy them.');
    }
  }

  function save() {
    const name = `${site.name.toLowerCase()}-recovery-codes.txt`;
    const text = `Recovery codes for ${site.name}, each works once\n\n${codes.join('\n')}\n`;
    download(name, 'text/plain', text);
    setSaid(`${name} is in your downloads.`);
  }

  return (
    <>
      <p className="notice ok" role="status">
        Two-factor authentication is on. {devicesWords(otherDevices)}
      </p>
      <h3>Your recovery codes</h3>
      <p>
        Each code works once when you don’t have your app. We won’t show them again, so save them somewhere
        other than this device. Without the app or a code, it takes a week to get back in.
      </p>
      <ol className="recovery-codes" ref={list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="actions">
        <Button quiet small onPress={copy}>
          Copy all
        </Button>
        <Button quiet small onPress={save}>
          Download
        </Button>
        <Button small onPress={endStep}>
          I’ve saved them
        </Button>
      </div>
      <p className={said === '' ? 'unseen' : 'muted'} role="status">
        {said}
      </p>
    </>
  );
}

function devicesWords(count: number): string {
  if (count === 0) return 'No other devices are logged in.';
  const many = count === 1 ? '1 other device is' : `${count} other devices are`;
  return `${many} still logged in. See “Devices” below.`;
}
