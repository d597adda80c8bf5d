/** What has to be so before the router loads, since it looks once. */

// It scrolls to where this entry was left. It starts late: by then somebody may be elsewhere on the page.
if (history.state) history.replaceState({ ...history.state, scrollX, scrollY }, '');

// Where the browser can fade from one page to the next, the router always has it done.
Object.defineProperty(document, 'startViewTransition', { value: undefined });
