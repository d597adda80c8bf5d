/** Dark or light; the script in every page's head works the button. */
export function Theme() {
  return (
    <section className="panel" aria-labelledby="theme">
      <h2 id="theme">Dark or light</h2>
      <p className="muted">Remembered on this device. Until you choose, your device’s own setting counts.</p>
      <button type="button" className="button quiet small" data-theme-switch="">
        Switch between dark and light
      </button>
    </section>
  );
}
