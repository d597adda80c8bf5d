/** A command of the operator's command line: a call of the contract, how its fields are given, and how its answer is shown. */
import type { Call } from '../../src/lib/contract/call.ts';

export interface Field {
  /** The field's name in the call's path, query or body. `*` is the whole body. */
  readonly name: string;
  /** "<id>" is a positional argument, "--state" an option. */
  readonly given: string;
  readonly about: string;
  readonly as: 'text' | 'number' | 'yes' | 'file' | 'json';
  readonly needed: boolean;
}

export interface Command {
  /** "codes import" */
  readonly words: string;
  readonly call: Call;
  /** The help text, if one call has several commands. Default: the call's summary. */
  readonly about?: string;
  readonly fields: readonly Field[];
  /** Fields that the body always has. */
  readonly fixed?: object;
  /** The path to the rows of the answer's table, and the fields that it shows. */
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

/** Fields that many commands share. */
export const id = (of: string) => arg('id', `the ID of ${of}`);
export const reason = must(flag('reason', 'the reason, which the player reads'));
/** A reason that only operators read. */
export const logReason = must(flag('reason', 'the reason, for the log'));
export const page = flag('page', 'which page, from 1', 'number');
export const ofUser = flag('user_id', 'only this user’s', 'number', 'user');

/** Returns a command that shows a list. */
export function list(
  words: string,
  call: Call,
  fields: readonly Field[],
  columns: string,
  rows = 'data',
): Command {
  return { words, call, fields, rows, columns: columns.split(' ') };
}

/** Returns a command that does one thing and shows the result. */
export const act = (words: string, call: Call, fields: readonly Field[], fixed?: object): Command => ({
  words,
  call,
  fields,
  ...(fixed && { fixed }),
});
