/** Reads what a host answers to a call that it rejects. */
import { isObject } from '../contract/answer.ts';

interface Refusal {
  /** Of our own host; others have none. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** The first text for each wrong field. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * { message }, { message, errors: { field: [text] } }, { errors: { field: [text] } }, { error: text }, { error: { field: [text] } } or
 * { field: [text] }.
 */
export function readRefusal(body: unknown): Refusal {
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

/** Lists of texts, by field; `otherwise` for those that are empty. */
function fieldsIn(given: unknown, otherwise?: string): [field: string, text: string][] {
  if (!isObject(given)) return [];
  return Object.entries(given).flatMap(([field, texts]): [string, string][] => {
    const text = Array.isArray(texts) ? [firstOf(texts), otherwise].find(isText) : undefined;
    return text === undefined ? [] : [[field, text]];
  });
}
