/**
 * The loading bar (spec section 4). It appears when a page takes longer than 200 ms, runs for a nominal 5 s, and hides 500 ms
 * after the end. The real progress is known at two points: when the document has arrived, which the running bar never anticipates
 * (src/styles/status.css), and when the page is shown.
 */
const THROTTLE = 200;
const HIDE_AFTER = 500;

type State = 'running' | 'arrived' | 'done' | '';

/** Connects the loading bar to navigation in the app areas. Call once per document; the bar itself persists across page swaps. */
export function followNavigation(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: State = '';
  /** The state to show after the delay. */
  let known: State = '';
  const show = (state: State) => {
    shown = state;
    const bar = document.getElementById('loading');
    if (bar) bar.dataset.state = state;
  };
  document.addEventListener('astro:before-preparation', () => {
    clearTimeout(timer);
    // Reset the previous page's bar, so that it doesn't run backwards.
    if (shown !== 'running') show('');
    known = 'running';
    timer = setTimeout(() => show(known), THROTTLE);
  });
  document.addEventListener('astro:after-preparation', () => {
    known = 'arrived';
    if (shown === 'running') show(known);
  });
  document.addEventListener('playtally:stayed', () => {
    clearTimeout(timer);
    show('');
  });
  document.addEventListener('astro:page-load', () => {
    // Another link was pressed before this page was shown.
    if (known === 'running') return;
    clearTimeout(timer);
    if (shown === '' || shown === 'done') return;
    show('done');
    timer = setTimeout(() => show(''), HIDE_AFTER);
  });
}
