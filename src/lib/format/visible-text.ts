/** Removes what readers can't see from texts. */

/**
 * NUL stays, so that the server can reject it (server/http/route.ts). Zero-width joiners belong in words and emoji, and variation
 * selectors after an emoji. Anywhere else they are invisible.
 */
const hidden =
  /(?!\0|\n|\t|\u200C|\u200D|\uFE0E|\uFE0F)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const looseJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200C|\u200D)|(?:\u200C|\u200D)(?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
const looseSelector = /(?<!\p{Extended_Pictographic})[\uFE0E\uFE0F](?!\u20E3)/gu;

/** Returns the text without control and invisible characters, with "\n" as the line end. 'a\u200Bb\r\n' → 'ab\n' */
export function withoutHidden(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(hidden, '').replace(looseSelector, '').replace(looseJoiner, '');
}

/** Returns the text as it is stored: the same, trimmed. ' a\u200Bb\u202E ' → 'ab' */
export const visibleText = (text: string): string => withoutHidden(text).trim();
