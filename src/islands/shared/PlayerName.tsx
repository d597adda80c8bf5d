/** A player's name. One of up to 24 letters without a space breaks in its middle where it doesn't fit, not before its last letter. */
export function PlayerName({ name }: { readonly name: string }) {
  if (!/^[^\s-]{15}/.test(name)) return name;
  const half = Math.ceil(name.length / 2);
  return (
    <>
      {name.slice(0, half)}
      <wbr />
      {name.slice(half)}
    </>
  );
}
