import * as v from 'valibot';
import type { Problem } from './rules.ts';

const figure = new Intl.NumberFormat('en-GB');

/** What is wrong with an entry of the catalogue, or with one field's value; nothing when all is well. */
export function entryProblems(schema: v.GenericSchema, content: unknown, name?: string): Problem[] {
  const { issues = [] } = v.safeParse(schema, content);
  return issues.map((issue) => ({
    field: [name, v.getDotPath(issue)].filter(Boolean).join('.') || 'the file',
    words: wordsOf(issue),
  }));
}

const forms: Readonly<Record<string, string>> = {
  string: 'has to be text',
  number: 'has to be a number',
  integer: 'has to be a whole number',
  array: 'has to be a list',
  iso_date: 'has to be a date such as 2026-11-20',
  regex: 'has another form than it should have',
};

function wordsOf(issue: v.BaseIssue<unknown>): string {
  const { type, input, expected, requirement, message } = issue;
  if (expected === 'never') return 'is no field of this file';
  if (input === undefined || input === '') return 'is missing';
  const limit = typeof requirement === 'number' ? figure.format(requirement) : '';
  const size =
    typeof input === 'string' ? count(input.length, 'character') : count(sizeOf(input), 'entry', 'entries');
  if (type === 'min_length') return `has ${size}; at least ${limit} fit`;
  if (type === 'max_length') return `has ${size}; at most ${limit} fit`;
  if (type === 'min_value') return `is ${input}; at least ${limit} fits`;
  if (type === 'max_value') return `is ${input}; at most ${limit} fits`;
  if (type === 'picklist' || type === 'variant') return `has to be one of ${expected}`;
  return forms[type] ?? `can't be used: ${message}`;
}

const count = (size: number, one: string, many = `${one}s`) =>
  `${figure.format(size)} ${size === 1 ? one : many}`;

const sizeOf = (input: unknown) => (Array.isArray(input) ? input.length : 0);
