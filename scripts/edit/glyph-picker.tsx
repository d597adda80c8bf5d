import { VStack } from '@keystar/ui/layout';
import type { ReactElement } from 'react';
import { GLYPHS, useChoices } from './choices.ts';
import { type ControlProps, type FieldOptions, field, optionalText } from './field.tsx';
import { choicesOf, PickOne } from './pickers.tsx';

interface GlyphOptions extends Pick<FieldOptions<string | null>, 'problem'> {
  readonly help: string;
  /** Both our drawings and the marks of simple-icons, or only our drawings. */
  readonly from?: 'glyphs' | 'drawings';
  readonly write?: FieldOptions<string | null>['write'];
}

/** Returns a field for a glyph, which it also shows. */
export const glyphField = ({ help, from = 'glyphs', ...options }: GlyphOptions) =>
  field<string | null>({
    label: 'Glyph',
    ...optionalText,
    ...options,
    Control: (props) => {
      const { isLoading, [from]: names } = useChoices();
      return (
        <VStack gap="regular">
          <PickOne
            {...props}
            label="Glyph"
            choices={choicesOf(names)}
            isLoading={isLoading}
            description={help}
          />
          {props.value && <img src={`${GLYPHS}${props.value}.svg`} alt="" width={32} height={32} />}
        </VStack>
      );
    },
  });

/** Chooses the picture of a step, and shows it. */
export function ScenePicker(props: ControlProps<string | null>): ReactElement {
  const { scenes, isLoading } = useChoices();
  return (
    <VStack gap="regular">
      <PickOne
        {...props}
        label="Picture"
        isRequired
        choices={choicesOf(scenes)}
        isLoading={isLoading}
        description="Choose the one that shows what the reader does."
      />
      {props.value && <img src={`/scenes/${props.value}.svg`} alt="" width={160} height={100} />}
    </VStack>
  );
}
