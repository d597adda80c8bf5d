/** Rules for the text of a page: what it must not contain, what it must name, and its length. */
import { type Limit, limits, outside, type Problem } from './rules.ts';

/** 'Two words, 3.' → ['two', 'words', '3'] */
export function wordsOf(body: string): string[] {
  return body.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/**
 * What Markdown may read as HTML. Code may not have it either, because only Markdown knows for sure which grave accents
 * enclose code; and it needs no end, because the page's next tag would be its end.
 */
const HTML = /(?<!(?<!\\)(?:\\\\)*\\)<(?![a-z][a-z0-9+.-]*:[^\s<>]*>)[a-z!/?][^>\n]{0,40}>?/i;

/** Returns what is wrong with any page's text. */
export function textProblems(body: string): Problem[] {
  const found = /!(?!\[)|\bfree money\b|\{\{|\bTODO\b|\blorem\b/i.exec(body)?.[0] ?? HTML.exec(body)?.[0];
  return found ? [{ field: 'text', words: `has "${found}", which our pages don't use. Remove it` }] : [];
}

export function pointsProblems(text: string): Problem[] {
  const points = /\d[\d.,]*\s*(?:points|pts)\b/i.exec(text)?.[0];
  return points
    ? [
        {
          field: 'text',
          words: `has "${points}". Leave points out: they come from the catalog`,
        },
      ]
    : [];
}

/** Returns the italic parts of a text. */
const italicsIn = (body: string): string[] =>
  [...body.matchAll(/(?<!\*)\*(?!\s)([^*]+)\*(?!\*)/g)].map(([, name = '']) => name.replace(/\s+/g, ' '));

const firstWord = (name: string) => name.split(' ')[0];

/** The fewest quests that a reward page must name, because it explains how to earn the points. */
export const LEAST_QUESTS = 3;

const lengthProblems = (body: string, limit: Limit): Problem[] => {
  const words = outside(wordsOf(body).length, limit, 'word');
  return words ? [{ field: 'text', words }] : [];
};

/** @param quests the names of all quests of our own games. An italic text that starts like one but isn't one is a mistake. */
function questProblems(body: string, quests: readonly string[]): Problem[] {
  const verbs = new Set(quests.map(firstWord));
  return italicsIn(body)
    .filter((name) => name.includes(' ') && verbs.has(firstWord(name)) && !quests.includes(name))
    .map((name) => ({ field: 'text', words: `names the quest "${name}", but none of our games has it` }));
}

/** Returns what is wrong with an article's text and its length. */
export const articleProblems = (body: string, quests: readonly string[]): Problem[] => [
  ...textProblems(body),
  ...lengthProblems(body, limits.words),
  ...questProblems(body, quests),
];

/** Returns what is wrong with a reward page's text: its contents, its length, and the quests it must name. */
export function rewardTextProblems(body: string, quests: readonly string[]): Problem[] {
  const named = italicsIn(body).filter((name) => quests.includes(name)).length;
  return [
    ...articleProblems(body, quests),
    ...pointsProblems(body),
    ...(named < LEAST_QUESTS
      ? [
          {
            field: 'text',
            words: `names ${named} ${named === 1 ? 'quest' : 'quests'} of our games in italics; it must name at least ${LEAST_QUESTS}`,
          },
        ]
      : []),
  ];
}

/** Returns what is wrong with the text of a list of rewards, and with its length. */
export const listTextProblems = (body: string): Problem[] => [
  ...textProblems(body),
  ...lengthProblems(body, limits.listWords),
];
