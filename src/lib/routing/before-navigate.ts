/** Must run before the router loads, because the router checks these only once. */

// On loading, the router scrolls to the position stored in this entry. It loads late, so the user may have scrolled since.
if (history.state) history.replaceState({ ...history.state, scrollX, scrollY }, '');

// If the browser can fade between pages, the router always makes it do so.
Object.defineProperty(document, 'startViewTransition', { value: undefined });
