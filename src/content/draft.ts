/** What the loaders of pages and catalogue share: texts that aren't saved yet, and how they say what is wrong. */

/** What the editor hands in when it has the content loaded anew, as `draft`. */
export interface Draft {
  /** Texts to take in place of files, by the file's path in the project. */
  readonly texts: ReadonlyMap<string, string>;
  /** Takes what is wrong, as sentences. */
  readonly sentences: string[];
}

/** The draft in a loader's `refreshContextData`. */
export function draftIn(given: Record<string, unknown> | undefined): Draft | undefined {
  const draft = given?.draft;
  return isDraft(draft) ? draft : undefined;
}

const isDraft = (given: unknown): given is Draft =>
  typeof given === 'object' && given !== null && 'texts' in given && 'sentences' in given;

/** Without a stack: where in our code a title was found too long is of no use to who wrote it. */
export function inWords(sentences: readonly string[]): Error {
  const error = new Error(sentences.join('\n'));
  error.stack = '';
  return error;
}
