import type { Peer } from './peer.ts';

/** Which connections are in which channel. A channel exists as long as it has members. */
export interface ChannelIndex {
  join(channel: string, peer: Peer): void;
  leave(channel: string, peer: Peer): void;
  leaveAll(peer: Peer): void;
  members(channel: string): Iterable<Peer>;
  count(channel: string): number;
  size(): number;
}

export function createChannelIndex(): ChannelIndex {
  const index = new Map<string, Set<Peer>>();
  const nobody: readonly Peer[] = [];

  function leave(channel: string, peer: Peer): void {
    peer.channels.delete(channel);
    const members = index.get(channel);
    if (members?.delete(peer) && members.size === 0) index.delete(channel);
  }

  return {
    join(channel, peer) {
      const members = index.get(channel) ?? new Set();
      index.set(channel, members.add(peer));
      peer.channels.add(channel);
    },
    leave,
    leaveAll(peer) {
      for (const channel of peer.channels) leave(channel, peer);
    },
    members: (channel) => index.get(channel) ?? nobody,
    count: (channel) => index.get(channel)?.size ?? 0,
    size: () => index.size,
  };
}
