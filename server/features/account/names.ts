/** Names that would pass for ours: by their words, and by letters that look like those of our words (Unicode Technical Standard 39). */
import { site } from '../../../src/lib/site.ts';

/** Scripts that one name may be written in; those in one row go together. */
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

/** Whether all letters are of one script: "Мира" and "みらミラ" are, "Мirа" isn't. */
export const isOneScript = (name: string): boolean => oneScript.test(name.normalize('NFKC'));

/** Each pair: signs, and what each of them looks like, in small letters. */
const LOOKALIKES: readonly (readonly [string, string])[] = [
  ['авгеёзіїјкмнопрстухѕԁԛԝһьүҽոցӏғ', 'abreeeiijkmhonpctyxsdqwhbyenglf'],
  ['αβγδεζηικμνοπρστυχωϲϳ', 'abydeznikmvonpotuxwcj'],
  // Capitals of Cherokee, which by themselves write whole words.
  ['ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏁᎾᏢᏒᏚᎢᏙᏔᎩᏃᎤ'.toLowerCase(), 'abcdeghijklmnoprstvwyzo'],
  ['ıɩɑɡʀʏøłđħŧ', 'iiagryoldht'],
  ['01345679|!$@', 'oleasbtgllsa'],
];
const looksLike = new Map(
  LOOKALIKES.flatMap(([signs, letters]) =>
    [...signs].map((sign, at): [string, string] => [sign, letters[at] ?? '']),
  ),
);

/** What a name looks like: the same for two that can hardly be distinguished. 'Ѕuрроrт' → 'support', 'P1aytally' → 'playtally' */
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

/** "SupportTeam", "TheAdmin": of our words alone, written as one. */
const madeOfOurs = new RegExp(`^(?:${skeletonOf('the')})?(?:${OURS.join('|')})+$`);

/** Whether a name begins with a word of ours, or with what looks like one; with the site's own name however it goes on. */
export function looksLikeOurs(name: string): boolean {
  const words = skeletonOf(name).replace(/[\s._-]+/g, ' ');
  const asOne = words.replaceAll(' ', '');
  return (
    asOne.startsWith(skeletonOf(site.name)) ||
    madeOfOurs.test(asOne) ||
    OURS.some((ours) => words.startsWith(`${ours} `))
  );
}
