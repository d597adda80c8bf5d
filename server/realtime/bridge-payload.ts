import * as v from 'valibot';

const id = v.pipe(v.number(), v.integer(), v.minValue(1));

const domainEventSchema = v.variant('kind', [
  v.object({ kind: v.literal('balance'), userId: id }),
  v.object({ kind: v.literal('order'), userId: id, orderId: id }),
  v.object({ kind: v.literal('quest'), userId: id, questId: id }),
]);

/** Something of a user's that changed, told after the commit. Ids only: whoever hears it fetches the state. */
export type DomainEvent = v.InferOutput<typeof domainEventSchema>;

const payloadSchema = v.object({ from: v.string(), events: v.array(domainEventSchema) });

/** PostgreSQL refuses a NOTIFY payload of 8,000 bytes or more. */
export const MAX_PAYLOAD_BYTES = 7_900;

/** The events as payloads of at most MAX_PAYLOAD_BYTES, in order; none for no events. */
export function packEvents(from: string, events: readonly DomainEvent[]): string[] {
  const head = `{"from":${JSON.stringify(from)},"events":[`;
  const tail = ']}';
  const room = MAX_PAYLOAD_BYTES - Buffer.byteLength(head + tail);
  const batches: string[][] = [];
  let left = 0;
  for (const event of events) {
    // ASCII throughout, so that characters are bytes; one more for the comma.
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

/** The events of a payload and the process that sent it, or null when it is none of ours. */
export function unpackEvents(payload: string): { from: string; events: DomainEvent[] } | null {
  try {
    const parsed = v.safeParse(payloadSchema, JSON.parse(payload));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
