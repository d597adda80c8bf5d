/** A letter to one person, as plain text. */
export interface Mail {
  /** One address: 'mira@test.example'. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** From then on it is of no use, and isn't sent any more; a day from now unless told. */
  readonly until?: Date;
}

/** Sends a mail or rejects, within seconds either way. */
export type SendMail = (mail: Mail) => Promise<void>;
