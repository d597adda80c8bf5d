/**
 * The health check of the container image. It asks the local process for /readyz, over TLS and with the process's own certificate
 * if that is configured, and exits with 0 or 1.
 */

import { readFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { request as askSecurely } from 'node:https';
import { rootCertificates } from 'node:tls';
import { errorText } from '../platform/error-text.ts';

const { API_PORT, TLS_CERT_FILE, TLS_KEY_FILE, TLS_CLIENT_CA_FILE } = process.env;
const where = { host: '127.0.0.1', port: API_PORT || 8000, path: '/readyz', timeout: 3000 };

function request() {
  if (!TLS_CERT_FILE || !TLS_KEY_FILE) return ask(where);
  const ca = TLS_CLIENT_CA_FILE ? [readFileSync(TLS_CLIENT_CA_FILE, 'utf8')] : [];
  return askSecurely({
    ...where,
    cert: readFileSync(TLS_CERT_FILE),
    key: readFileSync(TLS_KEY_FILE),
    ca: [...rootCertificates, ...ca],
    // The certificate has the public host names, not this address.
    checkServerIdentity: () => undefined,
  });
}

const asked = request();
asked.once('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
asked.once('timeout', () => asked.destroy(new Error('no answer in time')));
asked.once('error', (error) => {
  console.error(errorText(error));
  process.exit(1);
});
asked.end();
