import type { ClientDirective } from 'astro';

/**
 * `client:painted`: an island that begins at once, but where the page's content is in its HTML (`data-parts`, scripts/site/preload.ts) only when that has been painted: on a
 * slow line its scripts would take the time that the text and its font need. A tab that nobody looks at paints nothing, and doesn't wait.
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
  if (dataset.parts !== undefined) await painted;
  for (const href of dataset.parts?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  delete dataset.parts;
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-src]')) {
    script.src = script.dataset.src ?? '';
    delete script.dataset.src;
  }
  await (await load())();
};
export default onPaint;
