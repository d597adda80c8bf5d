/**
 * The members of presence channels, across all API processes on one database. Each process knows its own connections, and
 * notifies the others about the first and last connection of a member. Its messages are numbered. A process that misses a number
 * asks for everything, and a process that is silent for too long counts as gone, with all its members. Members are ids; nothing
 * else about them is sent.
 */
import type { PresenceMessage } from './bridge-payload.ts';
import type { Timers } from './timers.ts';

export interface Presence {
  /** Adds a connection. Returns the channel's members including this one, or null if it is full. */
  join(channel: string, member: string, connection: object): readonly string[] | null;
  /** Removes a connection, with all its members: nothing binds it to one account. */
  leave(channel: string, connection: object): void;
  /** From now on, other processes are notified and asked for their members. */
  connect(notifyPeers: (message: PresenceMessage) => void): void;
  receive(from: string, message: PresenceMessage): void;
  /** Asks all other processes again, because some of their messages may be lost. */
  doubt(): void;
  close(): void;
}

interface PresenceOptions {
  /** Sends an event to the connections of this process in the channel. */
  readonly emit: (channel: string, event: 'member_added' | 'member_removed', member: string) => void;
  readonly timers: Timers;
  /** The most members per channel. */
  readonly members: number;
}

/** How often a process with members reports that it is alive, and after how much silence it counts as gone. */
const ALIVE_MS = 10_000;
const SILENT_MS = 35_000;
/** Requests that arrive within this time are answered together. */
const ANSWER_MS = 100;
/** After this time without an answer, the request is repeated. */
const ASK_AGAIN_MS = 5_000;

type Rooms = Map<string, Set<string>>;

interface Other {
  heardAt: number;
  askedAt: number;
  /** The last number received; null if what is known about the process may be incomplete. */
  n: number | null;
  rooms: Rooms;
  /** What its answer has listed so far, between `begin` and `end`. */
  listed: Rooms | null;
}

function add(rooms: Rooms, channel: string, member: string): void {
  rooms.set(channel, (rooms.get(channel) ?? new Set()).add(member));
}

function remove(rooms: Rooms, channel: string, member: string): void {
  const room = rooms.get(channel);
  if (room?.delete(member) && room.size === 0) rooms.delete(channel);
}

export function createPresence({ emit, timers, members }: PresenceOptions): Presence {
  /** The connections of this process, by channel and member. */
  const own = new Map<string, Map<string, Set<object>>>();
  const others = new Map<string, Other>();
  let notifyPeers: ((message: PresenceMessage) => void) | null = null;
  let n = 0;
  let cancelAnswer: (() => void) | null = null;

  const say = (message: Omit<PresenceMessage, 'kind' | 'n'>) =>
    notifyPeers?.({ kind: 'presence', n: ++n, ...message });

  /** Whether anyone but `except` has the member in the channel; by default, whether anyone has. */
  const has = (channel: string, member: string, except?: Other) =>
    own.get(channel)?.has(member) ||
    [...others.values()].some((other) => other !== except && other.rooms.get(channel)?.has(member));

  function everybody(channel: string): Set<string> {
    const found = new Set(own.get(channel)?.keys());
    for (const { rooms } of others.values()) for (const member of rooms.get(channel) ?? []) found.add(member);
    return found;
  }

  /** Replaces another process's rooms, and sends our connections what changed for them. */
  function replace(other: Other, rooms: Rooms): void {
    const before = other.rooms;
    other.rooms = rooms;
    /** Sends the event for each member of `these` that isn't in `those`, nor anywhere else. */
    const send = (event: 'member_added' | 'member_removed', these: Rooms, those: Rooms) => {
      for (const [channel, room] of these)
        for (const member of room)
          if (!those.get(channel)?.has(member) && !has(channel, member, other)) emit(channel, event, member);
    };
    send('member_removed', before, rooms);
    send('member_added', rooms, before);
  }

  function ask(other: Other): void {
    const now = timers.now();
    if (now - other.askedAt < ASK_AGAIN_MS) return;
    other.askedAt = now;
    say({ act: 'ask' });
  }

  /** Sends everything about this process, once for all requests at about this time. */
  function answer(): void {
    cancelAnswer ??= timers.after(ANSWER_MS, () => {
      cancelAnswer = null;
      say({ act: 'begin' });
      for (const [channel, room] of own)
        for (const member of room.keys()) say({ act: 'here', channel, member });
      say({ act: 'end' });
    });
  }

  const stopBeating = timers.every(ALIVE_MS, () => {
    if (own.size > 0) say({ act: 'alive' });
    for (const [from, other] of others) {
      if (timers.now() - other.heardAt < SILENT_MS) continue;
      replace(other, new Map());
      others.delete(from);
    }
  });

  return {
    join(channel, member, connection) {
      const known = everybody(channel);
      if (!known.has(member) && known.size >= members) return null;
      const room = own.get(channel) ?? new Map<string, Set<object>>();
      own.set(channel, room);
      const connections = room.get(member);
      if (connections) connections.add(connection);
      else {
        room.set(member, new Set([connection]));
        if (!known.has(member)) emit(channel, 'member_added', member);
        say({ act: 'here', channel, member });
      }
      return [...known.add(member)];
    },

    leave(channel, connection) {
      const room = own.get(channel);
      for (const [member, connections] of room ?? []) {
        if (!connections.delete(connection) || connections.size > 0) continue;
        room?.delete(member);
        if (room?.size === 0) own.delete(channel);
        if (!has(channel, member)) emit(channel, 'member_removed', member);
        say({ act: 'gone', channel, member });
      }
    },

    connect(to) {
      notifyPeers = to;
      say({ act: 'ask' });
    },

    receive(from, { act, n: number, channel = '', member = '' }) {
      const now = timers.now();
      const known = others.get(from);
      const other = known ?? {
        heardAt: now,
        askedAt: -ASK_AGAIN_MS,
        n: null,
        rooms: new Map(),
        listed: null,
      };
      if (act === 'ask') {
        // A process that only asks has no members that we should know about.
        if (known && known.n !== null) known.n = number === known.n + 1 ? number : null;
        if (known) known.heardAt = now;
        answer();
        return;
      }
      others.set(from, other);
      other.heardAt = now;
      if (act === 'begin') {
        other.n = number;
        other.listed = new Map();
        return;
      }
      if (other.n === null || number !== other.n + 1) {
        other.n = null;
        other.listed = null;
        return ask(other);
      }
      other.n = number;
      if (act === 'end') {
        if (other.listed) replace(other, other.listed);
        other.listed = null;
      } else if (other.listed) {
        if (act === 'here') add(other.listed, channel, member);
      } else if (act === 'here') {
        const isNew = !has(channel, member);
        add(other.rooms, channel, member);
        if (isNew) emit(channel, 'member_added', member);
      } else if (act === 'gone') {
        remove(other.rooms, channel, member);
        if (!has(channel, member)) emit(channel, 'member_removed', member);
      }
    },

    doubt() {
      for (const other of others.values()) other.n = null;
      say({ act: 'ask' });
    },

    close() {
      stopBeating();
      cancelAnswer?.();
      notifyPeers = null;
    },
  };
}
