/**
 * Names that could pass for ours, by their words or by letters that look like those of our words (Unicode Technical Standard 39).
 */
import { site } from '../../../src/lib/site.ts';

/** Scripts that a name may be written in. Scripts in one row can be mixed. */
const SCRIPTS = [
  ['Latin'],
  ['Cyrillic'],
  ['Greek'],
  ['Arabic'],
  ['Hebrew'],
  ['Han', 'Hiragana', 'Katakana'],
  ['Hangul', 'Han'],
  ['Han', 'Bopomofo'],
  ...['Armenian', 'Georgian', 'Ethiopic', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan', 'Sinhala'].map(only),
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada'].map(only),
  ...['Malayalam', 'Mongolian', 'Thaana', 'Syriac', 'Tifinagh', 'Nko', 'Cherokee'].map(only),
];
function only(script: string): string[] {
  return [script];
}

const oneScript = new RegExp(
  `^(?:${SCRIPTS.map(
    (row) => `[\\p{Script=Common}\\p{Script=Inherited}${row.map((one) => `\\p{Script=${one}}`).join('')}]*`,
  ).join('|')})$`,
  'u',
);

/** Latin letters that no language uses, such as small capitals. Of IPA, African and Turkic languages use a few. */
const PHONETIC = /(?![ɓɔɖɗəɛɣɨɩɲʉʊʋ])[\u0250-\u02af\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]/;

/** Returns whether all letters are of one script and used by a language: "Мира" and "みらミラ" are, "Мirа" and "ᴀdmin" aren't. */
export const isOneScript = (name: string): boolean => {
  const plain = name.normalize('NFKC');
  return oneScript.test(plain) && !PHONETIC.test(plain);
};

/** Pairs of characters and the lower-case letters they look like. */
const LOOKALIKES: readonly (readonly [string, string])[] = [
  ['авгеёзіїјкмнопрстухѕԁԛԝһьүҽոցӏғ', 'abreeeiijkmhonpctyxsdqwhbyenglf'],
  ['αβγδεζηικμνοπρστυχωϲϳ', 'abydeznikmvonpotuxwcj'],
  // Cherokee capitals, which can spell whole words.
  ['ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏁᎾᏢᏒᏚᎢᏙᏔᎩᏃᎤ'.toLowerCase(), 'abcdeghijklmnoprstvwyzo'],
  ['ıɩøłđħŧ', 'iioldht'],
  // Letters of African and older alphabets.
  ['ƀɓƃƈɖɗƌɛəƒǥƙƚƞɲŋɔƥȿƫƭʉʋƴɏƶȥ', 'bbbcdddeefgklnnnopsttuvyyzz'],
  ['01345679|!$@', 'oleasbtgllsa'],
];
const looksLike = new Map(
  LOOKALIKES.flatMap(([signs, letters]) =>
    [...signs].map((sign, at): [string, string] => [sign, letters[at] ?? '']),
  ),
);

/**
 * Returns what a name looks like. Names that look almost alike have the same skeleton. 'Ѕuрроrт' → 'support',
 * 'P1aytally' → 'playtally'
 */
export function skeletonOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return [...plain]
    .map((sign) => looksLike.get(sign) ?? sign)
    .join('')
    .replace(/i/g, 'l')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');
}

const OURS = [
  site.name,
  'support',
  'admin',
  'administrator',
  'moderator',
  'operator',
  'staff',
  'team',
  'system',
  'official',
  'deleted account',
  'deletedaccount',
].map(skeletonOf);

/** "SupportTeam", "TheAdmin": names made only of our words, without spaces. */
const madeOfOurs = new RegExp(`^(?:${skeletonOf('the')})?(?:${OURS.join('|')})+$`);

/** Returns whether a name starts with one of our words or a lookalike. The site's own name counts whatever follows it. */
export function looksLikeOurs(name: string): boolean {
  const words = skeletonOf(name).replace(/[\s._-]+/g, ' ');
  const asOne = words.replaceAll(' ', '');
  return (
    asOne.startsWith(skeletonOf(site.name)) ||
    madeOfOurs.test(asOne) ||
    OURS.some((ours) => words.startsWith(`${ours} `))
  );
}
