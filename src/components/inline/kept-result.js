(() => {
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? {};
    } catch {
      return {};
    }
  };
  const root = document.documentElement;
  const [, , game] = location.pathname.split('/');
  const guest = read('guest_round');
  const sent = read('round');
  const isKept = guest.path?.split('/')[2] === game || (sent.arcade === game && sent.ended === true);
  root.toggleAttribute('data-result', 'in' in root.dataset && isKept);
})();
