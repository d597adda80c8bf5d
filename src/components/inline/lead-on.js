(() => {
  const { game, games } = document.currentScript.dataset;
  const id = location.pathname.split('/')[3];
  location.replace((id ? `${game}/${id}` : games) + location.search + location.hash);
})();
