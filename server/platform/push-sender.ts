/** What it takes to send; `ask` reaches push services and nothing else (server/platform/outgoing.ts). */
export interface PushSender {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Whom a push service writes to. */
  readonly subject: string;
  readonly ask: typeof fetch;
  /** Whether an address is one of a push service. */
  readonly allows: (address: string) => boolean;
}
