/** Loaded into the editing server before it starts: answers its one call to GitHub, in which it turns a code into a token. */
const real = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.origin !== 'https://github.com') return real(input, init);
  const {
    EDIT_GITHUB_CLIENT_ID: id,
    EDIT_GITHUB_CLIENT_SECRET: secret,
    GITHUB_CODE,
    GITHUB_TOKEN,
  } = process.env;
  const { client_id, client_secret, code } = Object.fromEntries(url.searchParams);
  const isRight =
    url.pathname === '/login/oauth/access_token' &&
    init?.method === 'POST' &&
    client_id === id &&
    client_secret === secret &&
    code === GITHUB_CODE;
  return isRight
    ? Response.json({
        access_token: GITHUB_TOKEN,
        expires_in: 3600,
        refresh_token: 'ghr_of-the-stand-in',
        refresh_token_expires_in: 7200,
        scope: '',
        token_type: 'bearer',
      })
    : Response.json({ error: 'bad_verification_code' });
};
