/** An unsigned token like those of the Auth emulator. */
export function idToken(uid: string, claims: Readonly<Record<string, unknown>> = {}): string {
  const seconds = Math.floor(Date.now() / 1000);
  const payload = {
    iss: 'https://securetoken.google.com/demo',
    aud: 'demo',
    sub: uid,
    iat: seconds,
    exp: seconds + 3600,
    firebase: { sign_in_provider: 'password', identities: {} },
    ...claims,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
