/**
 * The messages that a partner's game sends to the page that frames it, by `parent.postMessage` (docs/operators/partners.md). They
 * are only displayed. Only the partner's reports to the server credit points.
 */
import * as v from 'valibot';

const messageSchema = v.variant('kind', [
  /** The game has loaded. */
  v.object({ playtally: v.literal(1), kind: v.literal('ready') }),
  /** Progress of a quest, by the quest's id on our site. */
  v.object({
    playtally: v.literal(1),
    kind: v.literal('quest'),
    quest: v.pipe(v.number(), v.safeInteger()),
    progress: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
]);
export type FrameMessage = v.InferOutput<typeof messageSchema>;

/** Parses a message. Null for anything else, because a frame can send anything. */
export function parseFrameMessage(data: unknown): FrameMessage | null {
  const parsed = v.safeParse(messageSchema, data);
  return parsed.success ? parsed.output : null;
}
