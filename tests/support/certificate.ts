/** Self-signed certificates, or those of the test's own authority. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For a host name or an IPv4 address, valid for two days. */
export function selfSigned(...hosts: string[]): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'playtally-certificate-'));
  const names = hosts.map((host) => `${/^[\d.]+$/.test(host) ? 'IP' : 'DNS'}:${host}`);
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '2',
        ],
        ...['-subj', `/CN=${hosts[0]}`, '-addext', `subjectAltName=${names.join(',')}`],
        ...['-keyout', key, '-out', cert],
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Authority {
  readonly cert: string;
  /** For these names, valid for this many days; negative if it has expired. */
  issue(hosts: readonly string[], days?: number): { key: string; cert: string };
}

/** An authority that only holders of its certificate trust. */
export function authority(): Authority {
  const run = (folder: string, ...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const inFolder = <T>(work: (folder: string) => T): T => {
    const folder = mkdtempSync(join(tmpdir(), 'playtally-authority-'));
    try {
      return work(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const own = selfSigned('authority.test');
  return {
    cert: own.cert,
    issue: (hosts, days = 60) =>
      inFolder((folder) => {
        writeFileSync(join(folder, 'ca.pem'), own.cert + own.key);
        const names = hosts.map((host) => `DNS:${host}`).join(',');
        writeFileSync(join(folder, 'extensions'), `subjectAltName=${names}\nbasicConstraints=CA:FALSE\n`);
        const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
        run(
          folder,
          'req',
          '-new',
          ...ec,
          '-subj',
          `/CN=${hosts[0]}`,
          '-keyout',
          'key.pem',
          '-out',
          'request.pem',
        );
        const by = ['-CA', 'ca.pem', '-CAkey', 'ca.pem', '-set_serial', String(Date.now())];
        const to = ['-days', String(days), '-extfile', 'extensions', '-out', 'cert.pem'];
        run(folder, 'x509', '-req', '-in', 'request.pem', ...by, ...to);
        return {
          key: readFileSync(join(folder, 'key.pem'), 'utf8'),
          cert: readFileSync(join(folder, 'cert.pem'), 'utf8'),
        };
      }),
  };
}
