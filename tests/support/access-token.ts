import { createSign } from 'node:crypto';

/** Exchanges a service account key file for an access token, like the admin SDK. */
export async function fetchAccessToken(keyFile: string, ask: typeof fetch): Promise<string> {
  const key = JSON.parse(keyFile) as Record<string, string>;
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: key.client_email, aud: key.token_uri, iat: now, exp: now + 3600 };
  const input = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = createSign('RSA-SHA256').update(input).sign(String(key.private_key), 'base64url');
  const answer = await ask(String(key.token_uri), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: `${input}.${signature}`,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
