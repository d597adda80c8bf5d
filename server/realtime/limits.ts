/** What one connection may do, and how long it may be silent. Sizes are in bytes, times in milliseconds. */
export interface SocketLimits {
  /** Connections per process. A further one is closed with 4100, and the client tries again after a second. */
  readonly connections: number;
  /** Connections from one address, such as an office or a school behind one router. Four times as many from an IPv6 /48. */
  readonly addressConnections: number;
  /** Connections in one account's channel: its tabs and devices. */
  readonly accountConnections: number;
  /** The size of one frame from a client. The longest real one, a subscription, has about 400 bytes. */
  readonly frameBytes: number;
  /** Channels per connection. */
  readonly subscriptions: number;
  /** Members per presence channel. Later members aren't shown who is there. */
  readonly presenceMembers: number;
  /** Frames per second on average, and in a burst: a reconnecting tab subscribes to all its channels together. */
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
  /** Unsent bytes after which a connection that reads too slowly is dropped. */
  readonly bufferedBytes: number;
  /** Sent to the client, which pings after this much silence. */
  readonly activityMs: number;
  /** The silence after which the server pings. It is longer than the client's, so a healthy client pings first. */
  readonly idleMs: number;
  /** How long the pong may take. */
  readonly pongMs: number;
  /** How often silence is checked. */
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
