import type { ClientDirective } from 'astro';

/**
 * `client:painted`: starts an island immediately. But if the page's content is in its HTML (`data-parts`,
 * scripts/site/preload.ts), the island starts only after that has been painted: on a slow connection, its scripts would delay the
 * text and its font. A hidden tab never paints, so it doesn't wait.
 */
const painted = new Promise<void>((begin) => {
  if (document.hidden) begin();
  else
    new PerformanceObserver((paints) => {
      // `first-paint` comes earlier; it is only the background.
      if (paints.getEntriesByName('first-contentful-paint')[0]) begin();
    }).observe({ type: 'paint', buffered: true });
});

const onPaint: ClientDirective = async (load, _, island) => {
  const { dataset } = document.documentElement;
  const { parts, start } = dataset;
  if (parts) {
    await painted;
    if (dataset.parts) {
      delete dataset.parts;
      const add = (name: 'link' | 'script', what: Record<string, string>) =>
        document.head.append(Object.assign(document.createElement(name), what));
      for (const href of parts.split(' ')) add('link', { rel: 'modulepreload', href });
      if (start) add('script', { type: 'module', src: start });
    }
  }
  // React starts in a task of its own, because a phone takes long for both.
  await import(/* @vite-ignore */ island.getAttribute('renderer-url') ?? '');
  await (await load())();
};
export default onPaint;
