import { isObject } from '../contract/answer.ts';

interface ErrorAnswer {
  /** Only our own host sends one. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** The first message for each invalid field. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Accepts { message }, { message, errors: { field: [text] } }, { errors: { field: [text] } }, { error: text },
 * { error: { field: [text] } } and { field: [text] }.
 */
export function readErrorAnswer(body: unknown): ErrorAnswer {
  const given = isObject(body) ? body : {};
  const { code, message: said, error, errors, ...others } = given;
  const message = [said, error, isObject(error) && error.message, firstOf(errors)].find(isText);
  const fields = [fieldsIn(errors, message), fieldsIn(error, message), fieldsIn(others)];
  return {
    code: isText(code) ? code : undefined,
    message,
    fields: Object.fromEntries(fields.find(({ length }) => length > 0) ?? []),
  };
}

const isText = (given: unknown): given is string => typeof given === 'string' && given !== '';
const firstOf = (given: unknown): unknown => (Array.isArray(given) ? given[0] : undefined);

/** Returns one text per field. An empty list gets `otherwise`. */
function fieldsIn(given: unknown, otherwise?: string): [field: string, text: string][] {
  if (!isObject(given)) return [];
  return Object.entries(given).flatMap(([field, texts]): [string, string][] => {
    const text = Array.isArray(texts) ? [firstOf(texts), otherwise].find(isText) : undefined;
    return text === undefined ? [] : [[field, text]];
  });
}
