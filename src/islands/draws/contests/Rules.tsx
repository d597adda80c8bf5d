export function Rules({ rules }: { readonly rules: readonly string[] }) {
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">Rules</h2>
      <ol className="steps">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
    </section>
  );
}
