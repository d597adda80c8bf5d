/**
 * What a partner's game says to the page that frames it, by `parent.postMessage` (docs/operators/partners.md). It only shows: points come by the
 * partner's reports to the server and by nothing else.
 */
import * as v from 'valibot';

const messageSchema = v.variant('kind', [
  /** It can be played. */
  v.object({ playtally: v.literal(1), kind: v.literal('ready') }),
  /** How far a quest is, by the number that it has here. */
  v.object({
    playtally: v.literal(1),
    kind: v.literal('quest'),
    quest: v.pipe(v.number(), v.safeInteger()),
    progress: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
]);
export type FrameMessage = v.InferOutput<typeof messageSchema>;

/** Null for anything else: a frame may send whatever it likes. */
export function parseFrameMessage(data: unknown): FrameMessage | null {
  const parsed = v.safeParse(messageSchema, data);
  return parsed.success ? parsed.output : null;
}
