/** Dark or light, on this device; the script in every page's head works the button. */
export function Theme() {
  return (
    <section className="theme" aria-labelledby="theme">
      <h2 id="theme">Theme</h2>
      <button type="button" className="button quiet small" data-theme-switch="">
        Switch theme
      </button>
    </section>
  );
}
