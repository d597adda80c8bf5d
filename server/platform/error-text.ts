/**
 * The one place where an error becomes text for a log or a terminal. What libraries write into a message isn't fit for either: Drizzle
 * lists the statement's values, PostgreSQL quotes what it couldn't read, a JSON parser and valibot quote their input, a mail server names
 * the recipient. So of a message only what can't be somebody's data is kept, and of a stack only its frames.
 */

/** The chain of causes is followed no further. */
const MOST_CAUSES = 5;
const LONGEST = 300;

type ErrorFields = Readonly<Record<string, unknown>>;

const textOf = (fields: ErrorFields, field: string) => {
  const value = fields[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Without what is quoted, from the first mark to the last, without what Node says it received, and without addresses of mail. */
const withoutValues = (text: string) =>
  text
    .replace(/".*"/s, '…')
    .replace(/".*|\bReceived .*/s, '…')
    .replaceAll(/[^\s<>@]+@[^\s<>@]+/g, '…@…');

/** "23505 on users_email of users": what PostgreSQL names besides its message, which quotes values. */
function databaseText(fields: ErrorFields, code: string): string {
  const what = textOf(fields, 'constraint') ?? textOf(fields, 'column');
  const table = textOf(fields, 'table');
  const where = [what && `on ${what}`, table && `of ${table}`].filter(Boolean).join(' ');
  // Where nothing but names of tables, columns, functions and roles is quoted the message stays whole.
  const message = textOf(fields, 'message') ?? '';
  // A refused role, password or database needs no more words.
  if (/^(?:28|3D)/.test(code)) return message;
  const words = /^(?:42|3F|55|57|53|40|25|08)/.test(code) ? message : withoutValues(message);
  return `database error ${code}${where && ` ${where}`}: ${words}`;
}

/** valibot's: where it is, and what was expected there. */
function issueText(issue: unknown): string {
  const { path, expected }: ErrorFields = { ...(typeof issue === 'object' && issue) };
  const keys = Array.isArray(path) ? path.map((part: ErrorFields) => String(part.key)) : [];
  return `${keys.join('.') || 'the whole'} isn’t ${typeof expected === 'string' ? expected : 'right'}`;
}

function messageOf(error: Error): string {
  const fields: ErrorFields = { ...error, message: error.message };
  const query = textOf(fields, 'query');
  if (query !== undefined && 'params' in fields)
    // Values are handed over beside the text; what is written out in it is ours, and left out all the same.
    return `a statement failed: ${shorten(query.replaceAll(/'(?:[^']|'')*'/g, "'…'").replaceAll(/\s+/g, ' '))}`;
  const code = textOf(fields, 'code');
  if (code !== undefined && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return databaseText(fields, code);
  if (Array.isArray(fields.issues)) return `${error.name}: ${fields.issues.map(issueText).join(', ')}`;
  // A parser's: it shows the text around the place.
  if (error instanceof SyntaxError) return `${error.name}${/\bJSON\b/.test(error.message) ? ' in JSON' : ''}`;
  // Of several addresses, none of which answers, Node says nothing but what each said.
  if (error instanceof AggregateError && error.errors.length > 0) return errorText(error.errors[0]);
  const words = shorten(withoutValues(error.message)) || code || error.name;
  return `${error.name === 'Error' ? '' : `${error.name}: `}${words}${code && !words.includes(code) ? ` (${code})` : ''}`;
}

/** The lines "    at …" of a stack: its head repeats the message. */
function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n');
}

function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && chain.length < MOST_CAUSES; next = next.cause) {
    if (chain.includes(next)) break;
    chain.push(next);
  }
  return chain;
}

/** One line, its causes behind it: for what the operator can mend. */
export function errorText(error: unknown): string {
  if (typeof error === 'string') return shorten(withoutValues(error));
  const chain = causesOf(error);
  return chain.length === 0
    ? 'something that is no error was thrown'
    : chain.map(messageOf).join('; because: ');
}

/** What the innermost of the causes says, where the outer ones add nothing. */
export function innermostText(error: unknown): string {
  return errorText(causesOf(error).at(-1));
}

/** What `errorText` says with the frames of where it came about: for a fault of ours. */
export function errorTrace(error: unknown): string {
  const deepest = causesOf(error)
    .map(framesOf)
    .filter((frames) => frames !== '');
  return [errorText(error), ...deepest.slice(0, 1)].join('\n');
}

/** What is printed at a terminal before the process ends: a sentence for what a person can mend, and for a fault of ours its trace too. */
export function fatalText(error: unknown): string {
  if (error instanceof Error && error.name === 'ConfigError') return error.message;
  const isOurFault = !causesOf(error).some((one) => 'code' in one);
  return `Playtally can’t go on: ${isOurFault ? errorTrace(error) : errorText(error)}`;
}
