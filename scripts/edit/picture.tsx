import { ActionButton } from '@keystar/ui/button';
import { FieldMessage, FieldPrimitive } from '@keystar/ui/field';
import { Flex, VStack } from '@keystar/ui/layout';
import { TextField } from '@keystar/ui/text-field';
import type { AssetFormField, FormFieldStoredValue } from '@keystatic/core';
import { useEffect, useRef, useState } from 'react';
import { limits, PICTURE_TYPES, type Problem, pictureTooLarge } from '../../src/content/rules.ts';
import { accepted, type ControlProps, problemOf, refusingInput } from './field.tsx';

/** One folder per page below it; seen from a page's file it is `FROM_PAGE`. */
const FOLDER = 'src/assets/rewards';
const FROM_PAGE = '../../assets/rewards';

export interface Picture {
  readonly alt: string;
  /** 'png' */
  readonly type: string;
  /** Nothing when the file that the page names isn't there. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
}

/** The page's picture with its alternative text: in the file `picture: { src, alt }`, and nothing without one. */
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
    return src === undefined ? null : { alt, type: typeOf(src), bytes: asset && new Uint8Array(asset) };
  },
  serialize(value, { slug }) {
    if (!value) return { value: undefined, asset: undefined };
    const filename = `picture.${value.type}`;
    return {
      value: { src: `${FROM_PAGE}/${slug}/${filename}`, alt: value.alt },
      asset: value.bytes && { filename, content: value.bytes },
    };
  },
  validate: (value) => accepted(value, pictureProblem(value)),
  reader: { parse: () => null },
  Input: refusingInput<Picture | null>(pictureProblem, PictureControl),
};

function partsOf(stored: FormFieldStoredValue): { src: string | undefined; alt: string } {
  const parts = new Map(Object.entries(stored ?? {}));
  const [src, alt] = [parts.get('src'), parts.get('alt')];
  return { src: src === undefined ? undefined : String(src), alt: String(alt ?? '') };
}

/** 'Photo.JPG' → 'jpg' */
const typeOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

function pictureProblem(value: Picture | null): Problem | undefined {
  if (!value) return undefined;
  const { alt, type, bytes } = value;
  const words = bytes
    ? pictureTooLarge(bytes.length)
    : 'is a file that is not there: choose one, or remove it';
  return words ? { field: 'picture', words } : problemOf('picture', { src: `picture.${type}`, alt });
}

function PictureControl({ value, onChange, onBlur, autoFocus, errorMessage }: ControlProps<Picture | null>) {
  const input = useRef<HTMLInputElement>(null);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    onChange({ alt: value?.alt ?? '', type: typeOf(file.name), bytes });
  };
  return (
    <VStack gap="regular">
      <FieldPrimitive
        label="Picture"
        labelElementType="span"
        description="One of our own, or one that we have a licence for; never taken from a search. At least 1,200 pixels wide is best."
      >
        <Flex gap="regular" alignItems="center">
          {value?.bytes && <Thumbnail bytes={value.bytes} />}
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
          description={`For people who don’t see it. ${limits.alt.min} to ${limits.alt.max} characters, ${value.alt.length} so far.`}
          {...{ onBlur, errorMessage }}
        />
      ) : (
        errorMessage && <FieldMessage>{errorMessage}</FieldMessage>
      )}
    </VStack>
  );
}

function Thumbnail({ bytes }: { bytes: Uint8Array<ArrayBuffer> }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes]));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return url ? <img src={url} alt="" height={72} /> : null;
}
