import { useRef } from 'react';

/** One wide button for a thumb; the board itself is one as well. */
export function Drop({ playing, onDrop }: { readonly playing: boolean; readonly onDrop: () => void }) {
  const pressed = useRef(false);
  return (
    <div className="pad wide">
      <button
        type="button"
        disabled={!playing}
        // On the way down, which is when a thumb means it. A click without a pointer comes from a key or an aid.
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          pressed.current = true;
          onDrop();
        }}
        onClick={() => {
          if (!pressed.current) onDrop();
          pressed.current = false;
        }}
      >
        Drop
      </button>
    </div>
  );
}
