import { Fold } from '../../shared/Fold.tsx';

export function Rules({ rules }: { readonly rules: readonly string[] }) {
  return (
    <Fold
      id="rules"
      title="Rules"
      state={`${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`}
      open="wide"
    >
      <ol className="steps">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
    </Fold>
  );
}
