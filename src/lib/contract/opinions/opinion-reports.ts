/** Reporting another player's opinion or comment. Ours; what operators do with it is in operator-opinions.ts. */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { tidy } from '../fields.ts';
import { MAX_REPORT_NOTE, REPORT_REASONS } from '../limits.ts';

/** `note` is required only for the reason "other". Errors: not_found, nothing_to_do, invalid with `reason` or `note`. */
export const reportOpinion = defineCall('user', 'POST /api/user/opinions/:id/report', {
  summary: "Report another player's opinion or comment for review. Repeating it changes nothing",
  body: v.pipe(
    v.object({
      reason: v.picklist(REPORT_REASONS, `Please choose what is wrong: ${REPORT_REASONS.join(', ')}.`),
      note: v.optional(
        v.pipe(
          v.string('Please write it as text.'),
          tidy,
          v.maxLength(MAX_REPORT_NOTE, `Please write at most ${MAX_REPORT_NOTE} characters.`),
        ),
        '',
      ),
    }),
    v.forward(
      v.partialCheck(
        [['reason'], ['note']],
        ({ reason, note }) => reason !== 'other' || note.length > 0,
        'Please tell us what’s wrong with it.',
      ),
      ['note'],
    ),
  ),
  answer: v.object({ reported: v.literal(true) }),
});
