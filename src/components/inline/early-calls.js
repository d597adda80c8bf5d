(() => {
  const { calls, own } = document.currentScript.dataset;
  const token = window.playtallyToken;
  const stop = new AbortController();
  const early = { token, stop };
  window.playtallyEarly = early;
  const id = /\d+/.exec(location.pathname)?.[0];
  const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  if (location.search) return;
  for (const call of (token && own ? own : calls).split(' ')) {
    if (call.includes('*') && !id) continue;
    const address = call.replace('*', id);
    early[address] = fetch(address, { signal: stop.signal, headers });
    early[address].catch(() => {});
  }
})();
