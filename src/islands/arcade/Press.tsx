import { type ComponentProps, useRef } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'onClick' | 'onPointerDown'> {
  readonly onPress: () => void;
}

/** A game button. It acts on pointerdown, without delay. A click without a pointer comes from a key or assistive technology. */
export function Press({ onPress, ...rest }: Props) {
  /** Whether the next click belongs to a pointer that has already acted. */
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
