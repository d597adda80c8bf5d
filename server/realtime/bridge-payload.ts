import * as v from 'valibot';
import type { DomainEvent } from '../db/events.ts';

const id = v.pipe(v.number(), v.integer(), v.minValue(1));

const domainEventSchema: v.GenericSchema<unknown, DomainEvent> = v.variant('kind', [
  v.object({ kind: v.literal('balance'), userId: id }),
  v.object({ kind: v.literal('order'), userId: id, orderId: id }),
  v.object({ kind: v.literal('quest'), userId: id, questId: id }),
  v.object({ kind: v.literal('offer'), userId: id, offerId: id }),
  v.object({ kind: v.literal('message'), userId: id, threadId: id }),
  v.object({ kind: v.literal('notifications'), userId: id }),
  v.object({ kind: v.literal('unread'), userId: id }),
  v.object({ kind: v.literal('sessions'), userId: id }),
  v.object({ kind: v.literal('contest'), contestId: id }),
  v.object({ kind: v.literal('reward'), rewardId: id }),
]);

/** What one process sends the others about the members of its presence channels. presence.ts says how it is used. */
const presenceMessageSchema = v.object({
  kind: v.literal('presence'),
  /** Numbers the messages of this process, so that a receiver notices missing ones. */
  n: v.number(),
  act: v.picklist(['here', 'gone', 'alive', 'ask', 'begin', 'end']),
  channel: v.optional(v.string(), ''),
  member: v.optional(v.string(), ''),
});
export type PresenceMessage = v.InferInput<typeof presenceMessageSchema>;

export type BridgeEvent = DomainEvent | PresenceMessage;

const payloadSchema = v.object({
  from: v.string(),
  events: v.array(v.union([domainEventSchema, presenceMessageSchema])),
});

/** PostgreSQL rejects a NOTIFY payload of 8,000 bytes or more. */
export const MAX_PAYLOAD_BYTES = 7_900;

/** Packs events into payloads of at most MAX_PAYLOAD_BYTES, in order. */
export function packEvents(from: string, events: readonly BridgeEvent[]): string[] {
  const head = `{"from":${JSON.stringify(from)},"events":[`;
  const tail = ']}';
  const room = MAX_PAYLOAD_BYTES - Buffer.byteLength(head + tail);
  const batches: string[][] = [];
  let left = 0;
  for (const event of events) {
    // The JSON is ASCII, so its length is its bytes; one more for the comma.
    const text = JSON.stringify(event);
    const batch = batches.at(-1);
    if (batch === undefined || left < text.length + 1) {
      batches.push([text]);
      left = room - text.length;
    } else {
      batch.push(text);
      left -= text.length + 1;
    }
  }
  return batches.map((batch) => head + batch.join(',') + tail);
}

/** Returns the events of a payload and the process that sent it, or null if it isn't one of ours. */
export function unpackEvents(payload: string): { from: string; events: BridgeEvent[] } | null {
  try {
    const parsed = v.safeParse(payloadSchema, JSON.parse(payload));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
