import { createTransport } from 'nodemailer';
import { headersOf, type SendComposed } from './mail.ts';

interface SmtpOptions {
  /** smtp://user:password@mail.example:587, or smtps:// for TLS from the first byte. */
  readonly url: string;
  readonly from: string;
  /** Milliseconds until a mail is given up, at whatever step. */
  readonly timeout?: number;
}

/** Creates a sender that uses a mail server. Rejects with the server's answer, or after the timeout. */
export function createSmtp({ url, from, timeout = 15_000 }: SmtpOptions): SendComposed {
  const { hostname } = new URL(url);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const transport = createTransport({
    url,
    // A password or a mailed link never leaves this machine unencrypted, whatever the server, or an impostor, says about TLS.
    requireTLS: !isHere,
  });
  return async (mail) => {
    await transport.sendMail({
      from,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: headersOf(mail),
      signal: AbortSignal.timeout(timeout),
    });
  };
}
