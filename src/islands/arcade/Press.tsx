import { type ComponentProps, useRef } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'onClick' | 'onPointerDown'> {
  readonly onPress: () => void;
}

/** A key of a game. It acts on the way down, which is when a thumb means it; a click without a pointer comes from a key or an aid. */
export function Press({ onPress, ...rest }: Props) {
  /** Whether the click that is to come belongs to a finger that has acted already. */
  const pressed = useRef(false);
  return (
    <button
      {...rest}
      type="button"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        pressed.current = true;
        onPress();
      }}
      onClick={() => {
        if (!pressed.current) onPress();
        pressed.current = false;
      }}
    />
  );
}
