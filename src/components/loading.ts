/** Spec section 4: the bar appears when a page takes longer than 200 ms, runs for a nominal 5 s, and hides 500 ms after. */
const THROTTLE = 200;
const HIDE_AFTER = 500;

/** Ties the loading bar to the app area's navigation. To be called once per document; the bar itself outlives the swaps. */
export function followNavigation(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (state: 'running' | 'done' | '') => {
    const bar = document.getElementById('loading');
    if (bar) bar.dataset.state = state;
  };
  document.addEventListener('astro:before-preparation', () => {
    clearTimeout(timer);
    timer = setTimeout(() => show('running'), THROTTLE);
  });
  document.addEventListener('astro:page-load', () => {
    clearTimeout(timer);
    if (document.getElementById('loading')?.dataset.state !== 'running') return;
    show('done');
    timer = setTimeout(() => show(''), HIDE_AFTER);
  });
}
