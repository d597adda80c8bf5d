import { Press } from '../Press.tsx';

/** A wide button for a thumb. The board itself is also a button. */
export function Drop({ playing, onDrop }: { readonly playing: boolean; readonly onDrop: () => void }) {
  return (
    <div className="pad wide">
      <Press disabled={!playing} onPress={onDrop}>
        Drop
      </Press>
    </div>
  );
}
