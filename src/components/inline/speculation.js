(() => {
  const script = document.currentScript;
  const { connection } = navigator;
  if (connection && (connection.saveData || /[23]g/.test(connection.effectiveType)))
    return script.previousElementSibling.remove();
  if (HTMLScriptElement.supports?.('speculationrules')) return;
  let timer;
  addEventListener('pointerover', ({ target }) => {
    const link = target.closest(script.dataset.links);
    clearTimeout(timer);
    if (link) timer = setTimeout(() => fetch(link.href).catch(() => {}), 99);
  });
})();
