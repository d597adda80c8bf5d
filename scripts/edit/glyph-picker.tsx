import { VStack } from '@keystar/ui/layout';
import type { ReactElement } from 'react';
import { GLYPHS, useChoices } from './choices.ts';
import type { ControlProps } from './field.tsx';
import { PickOne } from './pickers.tsx';

interface Props extends ControlProps<string | null> {
  readonly description: string;
  /** Both our drawings and the marks of simple-icons, or only our drawings. */
  readonly from?: 'glyphs' | 'drawings';
}

/** Chooses a glyph, and shows it. */
export function GlyphPicker({ from = 'glyphs', ...props }: Props): ReactElement {
  const { isLoading, [from]: names } = useChoices();
  const choices = names.map((name) => ({ key: name, label: name }));
  return (
    <VStack gap="regular">
      <PickOne {...props} label="Glyph" choices={choices} isLoading={isLoading} />
      {props.value && <img src={`${GLYPHS}${props.value}.svg`} alt="" width={32} height={32} />}
    </VStack>
  );
}

/** Chooses the picture of a step, and shows it. */
export function ScenePicker(props: ControlProps<string | null>): ReactElement {
  const { scenes, isLoading } = useChoices();
  const choices = scenes.map((name) => ({ key: name, label: name }));
  return (
    <VStack gap="regular">
      <PickOne
        {...props}
        label="Picture"
        isRequired
        choices={choices}
        isLoading={isLoading}
        description="Choose the one that shows what the reader does."
      />
      {props.value && <img src={`/scenes.svg#${props.value}`} alt="" width={160} height={100} />}
    </VStack>
  );
}
