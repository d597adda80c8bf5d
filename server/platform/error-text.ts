/**
 * The one place where an error becomes text for a log or a terminal. Libraries put values into their messages: Drizzle lists a
 * statement's values, PostgreSQL quotes what it couldn't read, JSON parsers and valibot quote their input, and mail servers name
 * the recipient. So only the parts of a message that can't be personal data are kept, and only the frames of a stack.
 */

/** How many causes are followed. */
const MOST_CAUSES = 5;
const LONGEST = 300;

type ErrorFields = Readonly<Record<string, unknown>>;

const textOf = (fields: ErrorFields, field: string) => {
  const value = fields[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Removes everything from the first to the last quotation mark, what Node says it received, and email addresses. */
const withoutValues = (text: string) =>
  text
    .replace(/".*"/s, '…')
    .replace(/".*|\bReceived .*/s, '…')
    .replaceAll(/[^\s<>@]+@[^\s<>@]+/g, '…@…');

/** "23505 on users_email of users": what PostgreSQL names next to its message, which quotes values. */
function databaseText(fields: ErrorFields, code: string): string {
  const what = textOf(fields, 'constraint') ?? textOf(fields, 'column');
  const table = textOf(fields, 'table');
  const where = [what && `on ${what}`, table && `of ${table}`].filter(Boolean).join(' ');
  // Messages of these classes quote only names of tables, columns, functions and roles, so they stay whole.
  const message = textOf(fields, 'message') ?? '';
  // A rejected role, password or database needs no further words.
  if (/^(?:28|3D)/.test(code)) return message;
  const words = /^(?:42|3F|55|57|53|40|25|08)/.test(code) ? message : withoutValues(message);
  return `database error ${code}${where && ` ${where}`}: ${words}`;
}

/** Returns where a valibot issue is and what was expected there. */
function issueText(issue: unknown): string {
  const { path, expected }: ErrorFields = { ...(typeof issue === 'object' && issue) };
  const keys = Array.isArray(path) ? path.map((part: ErrorFields) => String(part.key)) : [];
  return `${keys.join('.') || 'the value'} isn’t ${typeof expected === 'string' ? expected : 'valid'}`;
}

function messageOf(error: Error): string {
  const fields: ErrorFields = { ...error, message: error.message };
  const query = textOf(fields, 'query');
  if (query !== undefined && 'params' in fields)
    // Values are passed separately from the statement. Literals in its text are ours, and are removed anyway.
    return `a statement failed: ${shorten(query.replaceAll(/'(?:[^']|'')*'/g, "'…'").replaceAll(/\s+/g, ' '))}`;
  const code = textOf(fields, 'code');
  if (code !== undefined && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return databaseText(fields, code);
  if (Array.isArray(fields.issues)) return `${error.name}: ${fields.issues.map(issueText).join(', ')}`;
  // A parser's message shows the text around the error.
  if (error instanceof SyntaxError) return `${error.name}${/\bJSON\b/.test(error.message) ? ' in JSON' : ''}`;
  // If none of several addresses answers, Node's error only lists the single errors.
  if (error instanceof AggregateError && error.errors.length > 0) return errorText(error.errors[0]);
  const words = shorten(withoutValues(error.message)) || code || error.name;
  return `${error.name === 'Error' ? '' : `${error.name}: `}${words}${code && !words.includes(code) ? ` (${code})` : ''}`;
}

/** Returns the lines " at …" of a stack. The lines before them repeat the message. */
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

/** Returns one line with the error and its causes, for problems that the operator can correct. */
export function errorText(error: unknown): string {
  if (typeof error === 'string') return shorten(withoutValues(error));
  const chain = causesOf(error);
  return chain.length === 0
    ? 'a value that isn’t an error was thrown'
    : chain.map(messageOf).join('; because: ');
}

/** Returns the text of the innermost cause, for outer errors that add nothing. */
export function innermostText(error: unknown): string {
  return errorText(causesOf(error).at(-1));
}

/** Returns `errorText` with the stack frames, for bugs of ours. */
export function errorTrace(error: unknown): string {
  const deepest = causesOf(error)
    .map(framesOf)
    .filter((frames) => frames !== '');
  return [errorText(error), ...deepest.slice(0, 1)].join('\n');
}

/**
 * Returns what is printed before the process ends: one sentence for a problem that a person can correct, and for a bug of ours
 * the trace too.
 */
export function fatalText(error: unknown): string {
  if (error instanceof Error && error.name === 'ConfigError') return error.message;
  const isOurFault = !causesOf(error).some((one) => 'code' in one);
  return `Playtally can’t continue: ${isOurFault ? errorTrace(error) : errorText(error)}`;
}
