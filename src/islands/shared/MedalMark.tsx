import './medal.css';

type Medal = 'bronze' | 'silver' | 'gold';

export const medalNames: Readonly<Record<Medal, string>> = {
  bronze: 'Bronze',
  silver: 'Silver',
  gold: 'Gold',
};

const strokes: Readonly<Record<Medal, string>> = {
  bronze: 'M12 8v8',
  silver: 'M10 8v8M14 8v8',
  gold: 'M8 8v8M12 8v8M16 8v8',
};

/** A medal within text: one stroke for bronze, two for silver, three for gold. */
export function MedalMark({ medal }: { readonly medal: Medal }) {
  return (
    <svg className="medal-mark" data-medal={medal} viewBox="0 0 24 24" role="img">
      <title>{medalNames[medal]} medal</title>
      <circle cx="12" cy="12" r="10.5" />
      <path d={strokes[medal]} />
    </svg>
  );
}
