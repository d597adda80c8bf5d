if (!('in' in document.documentElement.dataset))
  location.replace(
    `${document.currentScript.dataset.guard}?from=${encodeURIComponent(location.pathname + location.search)}`,
  );
