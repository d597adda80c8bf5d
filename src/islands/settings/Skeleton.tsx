/** A placeholder for the first sections, at their size. */
export function SettingsSkeleton() {
  return (
    <div className="settings" aria-busy="true">
      <section className="panel">
        <h2>Profile</h2>
        <span className="skeleton settings-size" />
      </section>
    </div>
  );
}
