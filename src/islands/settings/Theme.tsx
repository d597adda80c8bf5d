/** Chooses the dark or light theme for this device. The script in every page's head handles the button. */
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
