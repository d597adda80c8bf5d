/** Adds a full stop to somebody's own words if they have none, so that a sentence can follow. */
export function asSentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
