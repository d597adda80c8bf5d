/** Dark or light; the script in every page's head works the button. */
export function Theme() {
  return (
    <section className="panel" aria-labelledby="theme">
      <h2 id="theme">Theme</h2>
      <p className="muted">Saved on this device. Until you choose, we follow your device’s setting.</p>
      <button type="button" className="button quiet small" data-theme-switch="">
        Switch theme
      </button>
    </section>
  );
}
