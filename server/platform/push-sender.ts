/** What push notifications are sent with. `ask` reaches only push services (server/platform/outgoing.ts). */
export interface PushSender {
  readonly publicKey: string;
  readonly privateKey: string;
  /** The contact for the push service. */
  readonly subject: string;
  readonly ask: typeof fetch;
  /** Returns whether a URL belongs to a push service. */
  readonly allows: (address: string) => boolean;
}
