/**
 * Spec section 4: the bar appears when a page takes longer than 200 ms, runs for a nominal 5 s, and hides 500 ms after. How far it is, is
 * known at two points: the page's document has arrived, which the running bar never foresees (src/styles/status.css), and the page is shown.
 */
const THROTTLE = 200;
const HIDE_AFTER = 500;

type State = 'running' | 'arrived' | 'done' | '';

/** Ties the loading bar to the app area's navigation. To be called once per document; the bar itself outlives the swaps. */
export function followNavigation(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: State = '';
  /** What it shows once it may. */
  let known: State = '';
  const show = (state: State) => {
    shown = state;
    const bar = document.getElementById('loading');
    if (bar) bar.dataset.state = state;
  };
  document.addEventListener('astro:before-preparation', () => {
    clearTimeout(timer);
    // Of the page before: the bar starts over, and what has got further doesn't run back.
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
    // A page that another link was pressed on before it stood.
    if (known === 'running') return;
    clearTimeout(timer);
    if (shown === '' || shown === 'done') return;
    show('done');
    timer = setTimeout(() => show(''), HIDE_AFTER);
  });
}
