// When the router starts it scrolls to where this entry was left. It starts late: by then somebody may be elsewhere on the page.
if (history.state) history.replaceState({ ...history.state, scrollX, scrollY }, '');
