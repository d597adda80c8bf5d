/** What one connection may do, and how long it may be silent. Sizes in bytes, times in milliseconds. */
export interface SocketLimits {
  /** Connections of this process; one more is closed with 4100 (the client tries again after a second). */
  readonly connections: number;
  /** Of these from one address: an office, or a school, behind one router. */
  readonly addressConnections: number;
  /** In one account's channel: its tabs and devices. */
  readonly accountConnections: number;
  /** One frame from a client. The longest real one, a subscription, has about 400 bytes. */
  readonly frameBytes: number;
  /** Channels that one connection may be in. */
  readonly subscriptions: number;
  /** Members of one presence channel; who comes after them isn't shown who is there. */
  readonly presenceMembers: number;
  /** Frames per second in the long run, and how many at once: a reconnecting tab subscribes to all its channels at once. */
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
  /** What may wait unsent for a connection that reads too slowly, before it is dropped. */
  readonly bufferedBytes: number;
  /** Sent to the client, which then pings after so much silence. */
  readonly activityMs: number;
  /** Silence after which the server asks; longer than the client's own, so that a healthy client asks first. */
  readonly idleMs: number;
  /** How long the answer may take. */
  readonly pongMs: number;
  /** How often silence is looked for. */
  readonly sweepMs: number;
  /** How long a closing handshake may take before the connection is cut. */
  readonly closeMs: number;
}

export const socketLimits: SocketLimits = {
  connections: 10_000,
  addressConnections: 100,
  accountConnections: 20,
  frameBytes: 4096,
  subscriptions: 32,
  presenceMembers: 500,
  messagesPerSecond: 10,
  messageBurst: 100,
  bufferedBytes: 256 * 1024,
  activityMs: 30_000,
  idleMs: 45_000,
  pongMs: 15_000,
  sweepMs: 5_000,
  closeMs: 2_000,
};
