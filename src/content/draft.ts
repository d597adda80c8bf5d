/** Shared by the loaders of pages and catalogue: unsaved texts, and error messages. */

/** What the editor passes as `draft` when it reloads the content. */
export interface Draft {
  /** Unsaved texts that replace files, by path in the project. */
  readonly texts: ReadonlyMap<string, string>;
  /** Collects error messages. */
  readonly sentences: string[];
}

/** Returns the draft in a loader's `refreshContextData`. */
export function draftIn(given: Record<string, unknown> | undefined): Draft | undefined {
  const draft = given?.draft;
  return isDraft(draft) ? draft : undefined;
}

const isDraft = (given: unknown): given is Draft =>
  typeof given === 'object' && given !== null && 'texts' in given && 'sentences' in given;

/** Makes an Error without a stack, because a position in our code doesn't help the author of a text. */
export function inWords(sentences: readonly string[]): Error {
  const error = new Error(sentences.join('\n'));
  error.stack = '';
  return error;
}
