import { ActionButton } from '@keystar/ui/button';
import { FieldMessage, FieldPrimitive } from '@keystar/ui/field';
import { Flex, VStack } from '@keystar/ui/layout';
import { TextField } from '@keystar/ui/text-field';
import type { AssetFormField, FormFieldStoredValue } from '@keystatic/core';
import { useEffect, useRef, useState } from 'react';
import {
  PICTURE_HEAD,
  PICTURE_TYPES,
  pictureMissing,
  pictureWords,
} from '../../src/content/picture-rules.ts';
import { limits, type Problem } from '../../src/content/rules.ts';
import { accepted, type ControlProps, problemOf, refusingInput } from './field.tsx';

/** Has one folder per page. `FROM_PAGE` is its path relative to a page's file. */
const FOLDER = 'src/assets/rewards';
const FROM_PAGE = '../../assets/rewards';

export interface Picture {
  /** The path in the file; for a picture that was just chosen, only its name. */
  readonly src: string;
  readonly alt: string;
  /**
   * A Blob, because React's development build would walk through plain bytes on every change. Undefined if the file is missing or
   * has a type we don't accept.
   */
  readonly file: Blob | undefined;
  /** Why the chosen file isn't accepted. */
  readonly refused?: string;
}

/** The bytes, which Keystatic needs immediately. Reading them from a Blob would take time. */
const bytesOf = new WeakMap<Blob, Uint8Array<ArrayBuffer>>();

function blobOf(bytes: Uint8Array<ArrayBuffer>): Blob {
  const blob = new Blob([bytes]);
  bytesOf.set(blob, bytes);
  return blob;
}

/** The page's picture with its alternative text. In the file it is `picture: { src, alt }`, or nothing without a picture. */
export const picture: AssetFormField<Picture | null, Picture | null, null> = {
  kind: 'form',
  formKind: 'asset',
  label: 'Picture',
  directory: FOLDER,
  defaultValue: () => null,
  filename: (stored) => {
    const { src } = partsOf(stored);
    return src?.slice(src.lastIndexOf('/') + 1);
  },
  parse(stored, { asset }) {
    const { src, alt } = partsOf(stored);
    return src === undefined ? null : { src, alt, file: asset && blobOf(new Uint8Array(asset)) };
  },
  serialize(value, { slug }) {
    const content = value?.file && bytesOf.get(value.file);
    if (!value || value.refused) return { value: undefined, asset: undefined };
    const filename = `picture.${typeOf(value.src)}`;
    return {
      value: { src: content ? `${FROM_PAGE}/${slug}/${filename}` : value.src, alt: value.alt },
      asset: content && { filename, content },
    };
  },
  validate: (value) => accepted(value, pictureProblem(value)),
  reader: { parse: () => null },
  Input: refusingInput<Picture | null>(pictureProblem, PictureControl, fileProblem),
};

function partsOf(stored: FormFieldStoredValue): { src: string | undefined; alt: string } {
  const parts = new Map(Object.entries(stored ?? {}));
  const [src, alt] = [parts.get('src'), parts.get('alt')];
  return { src: src === undefined ? undefined : String(src), alt: String(alt ?? '') };
}

/** 'Photo.JPG' → 'jpg' */
const typeOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

function fileProblem(value: Picture | null): Problem | undefined {
  if (!value) return undefined;
  const words = value.refused ?? (value.file ? undefined : pictureMissing(value.src));
  return words ? { field: 'picture.src', words } : undefined;
}

function pictureProblem(value: Picture | null): Problem | undefined {
  return value ? (fileProblem(value) ?? problemOf('picture', { src: value.src, alt: value.alt })) : undefined;
}

/** Returns the chosen picture. A file that is too large isn't read. */
export async function chosenPicture(file: File, alt: string): Promise<Picture> {
  const src = `picture.${typeOf(file.name)}`;
  const head = new Uint8Array(await file.slice(0, PICTURE_HEAD).arrayBuffer());
  const refused = pictureWords(src, file.size, () => head);
  if (refused) return { src, alt, file: undefined, refused };
  return { src, alt, file: blobOf(new Uint8Array(await file.arrayBuffer())) };
}

function PictureControl({ value, onChange, onBlur, autoFocus, errorMessage }: ControlProps<Picture | null>) {
  const input = useRef<HTMLInputElement>(null);
  const choose = async (file: File | undefined) => {
    if (file) onChange(await chosenPicture(file, value?.alt ?? ''));
  };
  return (
    <VStack gap="regular">
      <FieldPrimitive
        label="Picture"
        labelElementType="span"
        description="Your own picture, or one that we have a license for. Never take one from an image search. It looks best at 1,200 pixels wide or more."
      >
        <Flex gap="regular" alignItems="center">
          {value?.file && <Thumbnail file={value.file} />}
          <ActionButton autoFocus={autoFocus} onPress={() => input.current?.click()}>
            {value ? 'Choose another' : 'Choose a picture'}
          </ActionButton>
          {value && <ActionButton onPress={() => onChange(null)}>Remove the picture</ActionButton>}
          <input
            ref={input}
            type="file"
            aria-label="Picture"
            accept={PICTURE_TYPES.map((type) => `.${type}`).join(',')}
            hidden
            onChange={({ target }) => {
              void choose(target.files?.[0]);
              target.value = '';
            }}
          />
        </Flex>
      </FieldPrimitive>
      {value ? (
        <TextField
          label="What the picture shows"
          isRequired
          value={value.alt}
          onChange={(alt) => onChange({ ...value, alt })}
          description={`For people who can’t see it. ${limits.alt.min} to ${limits.alt.max} characters, ${value.alt.length} so far.`}
          {...{ onBlur, errorMessage }}
        />
      ) : (
        errorMessage && <FieldMessage>{errorMessage}</FieldMessage>
      )}
    </VStack>
  );
}

function Thumbnail({ file }: { file: Blob }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url ? <img src={url} alt="" height={72} /> : null;
}
