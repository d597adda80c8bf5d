/** Which files are valid as pictures. */
/** The largest file size in bytes, before the build makes smaller versions. */
const MAX_PICTURE = 2 * 1024 * 1024;

export const PICTURE_TYPES = ['jpg', 'jpeg', 'png', 'webp', 'avif'] as const;

const endings = new Intl.ListFormat('en-GB', { type: 'disjunction' });
export const WRONG_ENDING = `must end with ${endings.format(PICTURE_TYPES.map((type) => `.${type}`))}`;

/** (3_000_000) → 'is 2.9 MB; it can be at most 2 MB' */
function pictureTooLarge(bytes: number): string | undefined {
  const megabytes = (size: number) => `${(size / 1024 / 1024).toFixed(1).replace('.0', '')} MB`;
  return bytes > MAX_PICTURE
    ? `is ${megabytes(bytes)}; it can be at most ${megabytes(MAX_PICTURE)}`
    : undefined;
}

/** The first bytes of a picture, by file extension. '?' is any byte. */
const BEGINNINGS: Readonly<Record<(typeof PICTURE_TYPES)[number], string>> = {
  jpg: '\xff\xd8\xff',
  jpeg: '\xff\xd8\xff',
  png: '\x89PNG\r\n\x1a\n',
  webp: 'RIFF????WEBP',
  avif: '????ftypavif',
};

/** How many bytes identify the type of a file. */
export const PICTURE_HEAD = 12;

/**
 * Returns what is wrong with a picture: ('picture.png', 3_000_000, its first bytes) → 'is 2.9 MB; it can be at most 2 MB'. Checks
 * the size first, so that a file that is too large isn't read.
 */
export function pictureWords(name: string, bytes: number, head: () => Uint8Array): string | undefined {
  const type = PICTURE_TYPES.find((one) => name.toLowerCase().endsWith(`.${one}`));
  if (type === undefined) return WRONG_ENDING;
  const large = pictureTooLarge(bytes);
  if (large) return large;
  const first = head();
  return [...BEGINNINGS[type]].every((sign, at) => sign === '?' || sign.charCodeAt(0) === first[at])
    ? undefined
    : `isn't a .${type} picture. Export it as one: renaming the file doesn't change what it contains`;
}

export const pictureMissing = (src: string) => `names the file "${src}", which doesn't exist`;
