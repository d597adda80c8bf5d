/**
 * Words that sound translated, each with what a player would say. `wordingFindings` looks for them in everything that players and
 * marketers read: `node scripts/checks/wording.ts [folder]`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playerFiles } from './player-files.ts';
import { type Text, textsIn } from './player-texts.ts';
import { retiredLabels, retiredPhrases } from './retired-phrases.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly better: string;
  /** Files in which the words mean something else. */
  readonly except?: RegExp;
  /** The only files in which the words mean this. */
  readonly only?: RegExp;
  /** Doesn't apply to articles and pages, which may use more words than a screen. */
  readonly screensOnly?: true;
}

/** Quoted from the specification. */
const SPECIFIED = new Set([
  "Don't Miss Out! Start Earning Points Now!",
  'Click here to go back to the homepage!',
  'This page could not be found',
]);

/** Where a proof is shown to anyone who wants to check it. */
const PROOFS =
  /^src\/lib\/arcade\/draw\.ts|SeedField|^src\/islands\/draws\/|^src\/islands\/admin\/sections\/Contest|^src\/lib\/contract\/draws\/contests|captcha-widget-store|advertisment|^src\/components\/HowDrawn|\/cases\/|\/contests\/|how-rounds-are-counted/;

/** Games whose characters are called operators, and a coin whose key is called a seed. */
const OF_A_GAME = /cod-points|call-of-duty-points|r6-credits/;
const OF_A_WALLET = /\/(?:earn-free-)?monero\./;

/** Longer texts, where such phrases are fine. */
const ARTICLES = /^src\/content\/(?!games\/|hubs\/).*\.md$|^src\/content\/catalogue\/articles\/|^docs\//;

/** Read only by operators. */
const BACK_OFFICE =
  /^src\/islands\/admin\/|^src\/layouts\/Operator|^src\/pages\/operator|^server\/features\/(?:admin|operators|[a-z-]+\/admin-)/;

const either = (...patterns: readonly RegExp[]) =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'i');

/** A whole text, or a heading or a cell of a table in Markdown. */
const label = (words: string, flags = 'i') =>
  new RegExp(`(?:^|\\| *|#+ +)(?:${words})[.:]?(?= *(?:\\||$))`, flags);

/** Any of the phrases, with any number or an inserted value where a phrase has a number. */
const anyOf = (phrases: readonly string[]) =>
  phrases
    .map((phrase) => phrase.replaceAll('.', '\\.').replace(/\d+/g, '(?:\\d+|…)').replaceAll('’', "['’]"))
    .join('|');

export const rules: readonly Rule[] = [
  // Whole phrases.
  {
    pattern: new RegExp(`(?<!\\w)(?:${anyOf(retiredPhrases)})(?!\\w)`, 'i'),
    better: 'other words: these were replaced',
  },
  { pattern: label(anyOf(retiredLabels)), better: 'other words: these were replaced' },
  // Verbs and particles.
  { pattern: /\bstands?\b(?! (?:out|for|by|up|on|still)\b)/i, better: '“is shown”, “is”, or “see …”' },
  { pattern: /\bcall(?:ed|s|ing)?(?: \S+){0,3} off\b/i, better: '“cancel”' },
  { pattern: /\bhand(?:ed|s|ing)?(?: \S+){0,2} in\b/i, better: '“submit”' },
  { pattern: /\bin hand\b/i, better: '“you have”' },
  { pattern: /\bby it\b/i, better: 'name it, or say “with it”' },
  { pattern: /\bt(?:ake|akes|aken|ook)(?: \S+){0,4} along\b/i, better: '“export” or “take with you”' },
  { pattern: /\bt(?:ake|akes|aken|ook)(?: \S+){0,2} back\b/i, better: '“reversed”, “withdraw”' },
  { pattern: /\ball the same\b/i, better: '“anyway”' },
  { pattern: /\bat most at once\b/i, better: '“biggest”' },
  { pattern: /\bto and fro\b/i, better: '“back and forth”' },
  // But “two tiles at once”.
  {
    pattern: /(?<!\b(?:all|cards|them|tiles|times) )\bat once\b/i,
    better: '“right away”, “instantly”, or “in one …”',
  },
  { pattern: /\blies? on (?:the|their|your) (?:account|balance)\b/i, better: '“stays on”' },
  { pattern: /\bby lot\b/i, better: '“at random”' },
  { pattern: /\b(?:is|are) to be had\b/i, better: '“in stock”, “you can get …”' },
  { pattern: /\bas can be\b/i, better: '“as you can”' },
  { pattern: /\basks? nothing of\b/i, better: '“you don’t give anything away”' },
  { pattern: /\bby (?:its|their|your) (?:public )?name\b/i, better: '“with your name”' },
  { pattern: /\bword for word\b/i, better: '“exactly this text”' },
  { pattern: /\breads? why\b/i, better: '“can see why”' },
  { pattern: /\bin all(?=$|[.,;:])/i, better: '“in total”' },
  { pattern: /\bif we say no\b/i, better: '“if we decline it”' },
  {
    pattern: /\brunning (?:memberships?|plans?|subscriptions?)\b/i,
    better: '“current”, “active”',
  },
  {
    pattern: /\bof (?:its|their|your) own\b/i,
    better: '“your own …”',
    except: ARTICLES,
  },
  { pattern: /\bbefore the click\b/i, better: '“before you start”' },
  {
    pattern: /\b(?:could|can)(?: not|n[’']t) be (?:had|loaded|shown|read|sent|saved|found)\b/i,
    better: '“We couldn’t …”',
  },
  { pattern: /\bisn[’']t known\b/i, better: '“We don’t know …”', screensOnly: true },
  { pattern: /\bgave no answer\b/i, better: '“Something went wrong on our side”' },
  // Relative clauses as subjects, and unidiomatic “that”.
  { pattern: /(?:^|[.:;] )Who(?:ever)? [^?]*[.]/, better: 'a sentence about “you”', screensOnly: true },
  { pattern: /\bwhoever\b/i, better: '“anyone who”, “if you”', screensOnly: true },
  {
    pattern: /(?:^|[.] )What (?!if\b|a\b)[^?]+[.]/,
    better: 'a sentence about “you” or “we”',
    screensOnly: true,
  },
  {
    pattern: /\b(?:points|moves|quests|rewards|codes?|links?|games?) that (?:you|we)\b/i,
    better: 'leave “that” out',
    screensOnly: true,
  },
  {
    pattern: /\b(?:points|moves|quests|rewards|codes?|games?) that (?:was|were) \w+ed\b/i,
    better: 'the participle alone: “confirmed points”',
    screensOnly: true,
  },
  // Passives that don't say who acts.
  {
    pattern:
      /\b(?:is|are|was|were|be|been|being|[’']s)(?: (?:not|never|already|only|then))? (?:drawn|counted|replayed)\b(?! up\b)/i,
    better: '“we draw …”, “it counts”',
    except: OF_A_GAME,
  },
  { pattern: /\b[Bb]y (?:us|you)\b/, better: '“we …”, “you …”' },
  {
    pattern: /\bno points (?:was|were) (?:taken|spent|charged)\b/i,
    better: '“We didn’t take any points”',
  },
  // Labels without their noun.
  {
    pattern: label(
      '(?:what (?:it|this)|how it|where it) (?:is|asks|comes|costs|counts|goes|needs|pays|takes|wants)|those before|this one|no answer yet',
    ),
    better: 'the noun: “Requirements”, “Delivery”, “Price”',
  },
  // Explanations of the end of a list.
  {
    pattern: /\b(?:That is|That[’']s|These are|Those are) (?:all|the only)\b/i,
    better: 'nothing, or “You’ve reached the end”',
    screensOnly: true,
  },
  // The usual words of the field.
  { pattern: /\b(?:your own|today[’']s) rounds?\b/i, better: '“Classic”, “Daily challenge”' },
  { pattern: label('(?:the )?rounds?'), better: '“Game”, “Mode”' },
  {
    pattern: either(/\bpractice (?:games?|mode|rounds?|runs?)\b/i, label('(?:finish |start )?practice')),
    better: '“free play”',
  },
  { pattern: /(?<!rights |["“])\breserved\b/i, better: '“on hold”' },
  {
    pattern: /\bledgers?\b/i,
    better: '“points history”',
    except: /\/(?:earn-free-ripple|xrp)\./,
  },
  {
    pattern: /\bvariants?\b/i,
    better: '“mode”',
    only: /^src\/content\/games\/|^src\/islands\/arcade\/|^server\/features\/arcade\//,
  },
  {
    pattern: /\byour creature\b|\bcreature (?:beside|next to|of) (?:the|their|your) name\b/i,
    better: '“avatar”',
  },
  {
    pattern: /(?<!\bhatched )\bcreatures?\b/i,
    better: '“avatar”',
    only: /\/settings\//,
  },
  {
    pattern: label('Order(?: of [a-z]+)?', ''),
    better: '“Sort by”',
    // A reward that someone ordered.
    except: /^src\/islands\/(?:admin|messages|redemption)\//,
  },
  { pattern: /(?<!Microsoft )\border[- ]history\b/i, better: '“My rewards”' },
  { pattern: /\binventor(?:y|ies)\b/i, better: '“My rewards”', screensOnly: true },
  {
    pattern: either(label('states?'), /\b(?:its|their|the order[’']s|date,) state\b/i),
    better: '“status”',
  },
  {
    pattern: /\bblocks? (?:a|the|this|your) (?:order|redemption|reward)\b/i,
    better: '“Before you can redeem”',
  },
  {
    pattern: /\bin the way\b(?! (?:I|it|that|they|we|you)\b)/i,
    better: '“Before you can …”',
    screensOnly: true,
  },
  { pattern: /\bdraw (?:no\.|number|#|\d)/i, better: '“opening”' },
  { pattern: /\b(?:un)?seal(?:ed|ing)\b/i, better: 'say it in the proof only', except: PROOFS },
  { pattern: /\bcontests?\b/i, better: '“giveaway”' },
  {
    pattern: either(/\bour own games?\b|\bgames? of our own\b/i, label('our own')),
    better: '“our games”, “Playtally games”',
  },
  { pattern: /\bpartner(?:[’']s|s[’']|s)? games?\b/i, better: '“offers”' },
  {
    pattern: /\bcodes? from (?:an|the|your) app\b/i,
    better: '“two-factor authentication”, “two-factor code”',
  },
  { pattern: /\bwhere (?:it|orders?|points|rewards?|they) go(?:es)?\b/i, better: '“delivery details”' },
  {
    pattern: /\b(?:daily|day[’']s) limit\b|\blimits? (?:for|of|on) our (?:own )?games\b/i,
    better: '“daily earning limit”',
  },
  {
    pattern: /\bprivacy data\b/i,
    better: '“privacy policy”',
    // The page's name, which the specification sets.
    except: /^src\/components\/nav\.ts$|^src\/content\/(?:footer\.json|legal\/privacy\.md)$/,
  },
  { pattern: /\bopinions?\b/i, better: '“review” or “comment”' },
  {
    pattern: /\bcredited\b/i,
    better: '“earned”, “added”',
    // The usual word for what a partner does with an offer.
    except: /^src\/islands\/offers\/|^src\/content\/pages\/advertisment/,
  },
  { pattern: /\boperators?\b/i, better: '“our team”, “support”', except: either(BACK_OFFICE, OF_A_GAME) },
  { pattern: /\bmade to order\b/i, better: '“sent by our team”, “top-up”' },
  { pattern: /\bpending until\b/i, better: '“unlocks on”', screensOnly: true },
  { pattern: /\blook around\b/i, better: '“explore”', screensOnly: true },
  { pattern: /\bwithout a wrong pixel\b/i, better: '“with no mistakes”' },
  { pattern: /\bnotices\b/i, better: '“notifications”' },
  { pattern: /(?<!')\bdisputes?\b/i, better: '“report a problem”' },
  { pattern: /\bsecond look\b/i, better: '“appeal”' },
  { pattern: /\bof (?:18|eighteen) and (?:older|over|above)\b/i, better: '“18+”' },
  {
    pattern: /\b(?:replay(?:ed|s|ing)?|play(?:s|ed|ing)? (?:your |the )?(?:moves|rounds?) again)\b/i,
    better: '“We check every score”',
    except: PROOFS,
  },
  { pattern: /\bseeds?\b/i, better: 'say it in the proof only', except: either(PROOFS, OF_A_WALLET) },
  { pattern: /(?<!PBKDF2\/)\bSHA-?256\b/i, better: 'say it in the proof only', except: PROOFS },
  {
    pattern: /\b(?:databases?|storage space|(?:our|the) server)\b/i,
    better: '“We couldn’t connect”, “on our side”',
    except: BACK_OFFICE,
    only: /^src\//,
    screensOnly: true,
  },
  { pattern: /\bledger entr(?:y|ies)\b/i, better: '“activity”' },
  { pattern: /\bnothing was (?:taken|changed|kept|done)\b/i, better: '“We didn’t …”' },
  { pattern: /\b(?:links?|codes?) holds?\b/i, better: '“expires in”' },
  {
    pattern: /\blook (?:among your spam|in your mail)\b/i,
    better: '“check your inbox”, “check your spam folder”',
  },
  { pattern: /\bwrite to support\b/i, better: '“contact support”' },
  // Reports and messages are text, so nothing can be attached.
  {
    pattern:
      /\b(?:report|send us|tell us|write to us)\b[^.;]*? (?<!\blink to )(?:a|the|your) (?:short )?(?:film|photo|picture|recording|screenshot|video)\b/i,
    better: '“a link to a picture”',
  },
  // Spelling.
  { pattern: /\be-mail/i, better: '“email”' },
  {
    pattern: /\b(?:log|sign)-(?:in|out|up)s?\b/i,
    better: '“log in” the verb, “login” the noun',
    // Names of drawings.
    except: /^src\/lib\/format\/art\.ts$/,
  },
  { pattern: /\bset-up\b/i, better: '“setup”' },
  { pattern: /\bdear(?:er|est)\b/i, better: '“pricier”, “best”' },
  {
    pattern:
      /\b(?:analogue|behaviour|centimetre|centre|colour|favour|flavour|grey|honour|kilometre|levelling|licence|millimetre|neighbour|organis|per cent\b|practis|programme\b|recognis|synchronis|travell(?:ed|er|ing)\b)/i,
    better: 'American spelling',
  },
  {
    pattern: /\b(?:an|[Pp]ayment|[Pp]layer|[Tt]hat|[Tt]he|[Tt]ransaction|[Uu]ser|[Yy]our|[Zz]one) ids?\b/,
    better: '“ID”',
    only: /^src\/(?!lib\/)/,
  },
  // Except in paths and addresses.
  { pattern: /(?<![\w/-])catalogues?\b(?![-/])/i, better: '“catalog”' },
  // Tone. One game's name has an exclamation mark: osu!
  { pattern: /(?<!\bos)\w!(?:\s|$)/, better: 'a full stop' },
];

/** Returns the rules that a text breaks, with the words that break them. */
export function wordingOf(
  name: string,
  { text }: Text,
): { readonly words: string; readonly better: string }[] {
  if (SPECIFIED.has(text)) return [];
  return rules.flatMap(({ pattern, better, except, only, screensOnly }) => {
    if (except?.test(name) || only?.test(name) === false || (screensOnly && name.startsWith('src/content/')))
      return [];
    const words = pattern.exec(text)?.[0].trim();
    return words === undefined ? [] : [{ words, better }];
  });
}

/** Returns each place in a file with such words: 'src/a.tsx:12', the words, and what to say instead. */
export const wordingIn = (name: string, content: string): string[] =>
  textsIn(name, content).flatMap((text) =>
    wordingOf(name, text).map(
      ({ words, better }) => `${name}:${text.line} says “${words}” in “${text.text}”\n  Better: ${better}.`,
    ),
  );

/** Checks all files. @param within limits the check to files whose names start with this */
export async function wordingFindings(root: string, within = ''): Promise<string[]> {
  const names = (await playerFiles(root)).filter((name) => name.startsWith(within));
  return names.flatMap((name) => wordingIn(name, readFileSync(join(root, name), 'utf8')));
}

if (import.meta.main) {
  const findings = await wordingFindings(join(import.meta.dirname, '../..'), process.argv[2]);
  for (const finding of findings) console.error(finding);
  console.log(`${findings.length} findings`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
