/** A letter to one person, as plain text. */
export interface Mail {
  /** One address: 'mira@test.example'. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends a mail or rejects, within seconds either way. */
export type SendMail = (mail: Mail) => Promise<void>;
