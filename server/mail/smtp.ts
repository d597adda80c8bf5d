import { createTransport } from 'nodemailer';
import { headersOf, type SendMail } from './mail.ts';

interface SmtpOptions {
  /** smtp://user:password@mail.example:587, or smtps:// for TLS from the first byte. */
  readonly url: string;
  readonly from: string;
  /** Milliseconds until a mail is given up, however far it got. */
  readonly timeout?: number;
}

/** Sends through a mail server. Rejects with what the server said, or once the time is up. */
export function createSmtp({ url, from, timeout = 15_000 }: SmtpOptions): SendMail {
  const { hostname } = new URL(url);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const transport = createTransport({
    url,
    // Neither a password nor a mailed link leaves this machine in the clear, whatever the server (or who poses as it) says of TLS.
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
