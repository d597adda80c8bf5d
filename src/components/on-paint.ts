import type { ClientDirective } from 'astro';

/**
 * `client:painted`: an island that begins immediately. Where the page's content is in its HTML (`data-parts`, scripts/site/preload.ts), it begins
 * only when that has been painted: on a slow line its scripts would take the time that the text and its font need. A tab that nobody
 * looks at paints nothing, and doesn't wait.
 */
const painted = new Promise<void>((begin) => {
  if (document.hidden) begin();
  else
    new PerformanceObserver((paints) => {
      // Before it comes `first-paint`, of a background.
      if (paints.getEntriesByName('first-contentful-paint').length > 0) begin();
    }).observe({ type: 'paint', buffered: true });
});

const onPaint: ClientDirective = async (load) => {
  const { dataset } = document.documentElement;
  const { parts, start } = dataset;
  if (parts !== undefined) await painted;
  if (dataset.parts !== undefined) {
    const add = (name: 'link' | 'script', what: Record<string, string>) =>
      document.head.append(Object.assign(document.createElement(name), what));
    for (const href of parts?.split(' ') ?? []) add('link', { rel: 'modulepreload', href });
    if (start) add('script', { type: 'module', src: start });
    delete dataset.parts;
  }
  await (await load())();
};
export default onPaint;
