/** What a command of the operator's command line is: a call of the contract, and how its fields are given and its answer is shown. */
import type { Call } from '../../src/lib/contract/call.ts';

export interface Field {
  /** Of the call: in its path, its query or its body. `*`: the whole body. */
  readonly name: string;
  /** <id>: by its place. --state: by its name. */
  readonly given: string;
  readonly about: string;
  readonly as: 'text' | 'number' | 'yes' | 'file' | 'json';
  readonly needed: boolean;
}

export interface Command {
  /** "codes import" */
  readonly words: string;
  readonly about: string;
  readonly call: Call;
  readonly fields: readonly Field[];
  /** What the body always says. */
  readonly fixed?: object;
  /** Where the rows of the answer's table are, and which of their fields it shows. */
  readonly rows?: string;
  readonly columns?: readonly string[];
}

type As = Field['as'];
export const arg = (name: string, about: string, as: As = 'number', shown = name): Field => ({
  name,
  given: `<${shown}>`,
  about,
  as,
  needed: true,
});
export const flag = (name: string, about: string, as: As = 'text', shown = name): Field => ({
  name,
  given: `--${shown}`,
  about,
  as,
  needed: false,
});
export const must = (field: Field): Field => ({ ...field, needed: true });

/** What many of them take. */
export const id = (of: string) => arg('id', `the number of ${of}`);
export const reason = must(flag('reason', 'why, in words that the person concerned reads'));
export const page = flag('page', 'which page, from 1', 'number');
export const ofUser = flag('user_id', 'of this user alone', 'number', 'user');

/** A command that shows a list. */
export function list(
  words: string,
  about: string,
  call: Call,
  fields: readonly Field[],
  columns: string,
  rows = 'data',
): Command {
  return { words, about, call, fields, rows, columns: columns.split(' ') };
}

/** A command that does one thing and shows what became of it. */
export function act(
  words: string,
  about: string,
  call: Call,
  fields: readonly Field[],
  fixed?: object,
): Command {
  return { words, about, call, fields, ...(fixed && { fixed }) };
}
