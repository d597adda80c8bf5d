(() => {
  const fields = document.currentScript.previousElementSibling;
  const [amount, games, minutes] = fields.querySelectorAll('select');
  const spans = fields.dataset.spans.split('|');
  fields.hidden = false;
  fields.addEventListener('input', () => {
    const row = amount.selectedIndex * games.length + games.selectedIndex;
    fields.lastElementChild.textContent = spans[row * minutes.length + minutes.selectedIndex];
  });
})();
