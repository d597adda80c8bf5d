/** Which files are valid as pictures. */
/** The largest file size in bytes, before the build makes smaller versions. */
const MAX_PICTURE = 2 * 1024 * 1024;

export const PICTURE_TYPES = ['jpg', 'jpeg', 'png', 'webp', 'avif'] as const;

/** (3_000_000) → 'weighs 2.9 MB; at most 2 MB fit' */
function pictureTooLarge(bytes: number): string | undefined {
  const megabytes = (size: number) => `${(size / 1024 / 1024).toFixed(1).replace('.0', '')} MB`;
  return bytes > MAX_PICTURE
    ? `weighs ${megabytes(bytes)}; at most ${megabytes(MAX_PICTURE)} fit`
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
 * Returns what is wrong with a picture: ('picture.png', 3_000_000, its first bytes) → 'weighs 2.9 MB; at most 2 MB fit'. Checks
 * the size first, so that a file that is too large isn't read.
 */
export function pictureWords(name: string, bytes: number, head: () => Uint8Array): string | undefined {
  const type = PICTURE_TYPES.find((one) => name.toLowerCase().endsWith(`.${one}`));
  if (type === undefined) return `has to end with .${PICTURE_TYPES.join(', .')}`;
  const large = pictureTooLarge(bytes);
  if (large) return large;
  const first = head();
  return [...BEGINNINGS[type]].every((sign, at) => sign === '?' || sign.charCodeAt(0) === first[at])
    ? undefined
    : `is no picture of the kind .${type}: save it as one, for a changed name doesn't make it so`;
}

export const pictureMissing = (src: string) => `names the file "${src}", which is not there`;
