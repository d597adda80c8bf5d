/** What the text of a page must not contain, what it has to name, and how long it is. */
import { type Limit, limits, outside, type Problem } from './rules.ts';

/** 'Two words, 3.' → ['two', 'words', '3'] */
export function wordsOf(body: string): string[] {
  return body.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** What any page's text must not hold. */
export function textProblems(body: string): Problem[] {
  const plain = body.replace(/(`+)[^`]+\1/g, '');
  const found =
    /!(?!\[)|\bfree money\b|\{\{|\bTODO\b|\blorem\b/i.exec(body)?.[0] ??
    /(?<!\\)<[a-z!/](?![a-z+.-]*:)[^>]*>/i.exec(plain)?.[0];
  return found ? [{ field: 'text', words: `has "${found}", which our pages do without` }] : [];
}

export function pointsProblems(text: string): Problem[] {
  const points = /\d[\d.,]*\s*(?:points|pts)\b/i.exec(text)?.[0];
  return points
    ? [
        {
          field: 'text',
          words: `has "${points}"; points come from the catalogue and don't stand in the text`,
        },
      ]
    : [];
}

/** What a text has in italics. */
const italicsIn = (body: string): string[] =>
  [...body.matchAll(/(?<!\*)\*(?!\s)([^*]+)\*(?!\*)/g)].map(([, name = '']) => name.replace(/\s+/g, ' '));

const firstWord = (name: string) => name.split(' ')[0];

/** A reward page says how to earn the points, by this many quests at least. */
export const LEAST_QUESTS = 3;

const lengthProblems = (body: string, limit: Limit): Problem[] => {
  const words = outside(wordsOf(body).length, limit, 'word');
  return words ? [{ field: 'text', words }] : [];
};

/** @param quests the names of all quests of our own games. What begins as one of them does and is none is a mistake. */
function questProblems(body: string, quests: readonly string[]): Problem[] {
  const verbs = new Set(quests.map(firstWord));
  return italicsIn(body)
    .filter((name) => name.includes(' ') && verbs.has(firstWord(name)) && !quests.includes(name))
    .map((name) => ({ field: 'text', words: `names the quest "${name}", which none of our games has` }));
}

/** What an article's text must not hold, and how long it is. */
export const articleProblems = (body: string, quests: readonly string[]): Problem[] => [
  ...textProblems(body),
  ...lengthProblems(body, limits.words),
  ...questProblems(body, quests),
];

/** What a reward page's text must not hold, how long it is, and what it has to name. */
export function rewardTextProblems(body: string, quests: readonly string[]): Problem[] {
  const named = italicsIn(body).filter((name) => quests.includes(name)).length;
  return [
    ...articleProblems(body, quests),
    ...pointsProblems(body),
    ...(named < LEAST_QUESTS
      ? [
          {
            field: 'text',
            words: `names ${named} ${named === 1 ? 'quest' : 'quests'} of our games in italics; at least ${LEAST_QUESTS} fit`,
          },
        ]
      : []),
  ];
}

/** What the text of a list of rewards must not hold, and how long it is. */
export const listTextProblems = (body: string): Problem[] => [
  ...textProblems(body),
  ...lengthProblems(body, limits.listWords),
];
