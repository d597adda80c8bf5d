import { Press } from '../Press.tsx';

/** One wide button for a thumb; the board itself is one as well. */
export function Drop({ playing, onDrop }: { readonly playing: boolean; readonly onDrop: () => void }) {
  return (
    <div className="pad wide">
      <Press disabled={!playing} onPress={onDrop}>
        Drop
      </Press>
    </div>
  );
}
