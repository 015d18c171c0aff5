import { createHmac, randomUUID } from 'node:crypto';

interface Grant {
  readonly kind: 'code' | 'access' | 'refresh';
  readonly client: string;
  /** Unix seconds. */
  readonly iat: number;
  readonly exp: number | null;
  /** Of a code: where it was sent, and what its verifier must hash to. */
  readonly redirectUri?: string | undefined;
  readonly challenge?: string | undefined;
}

export type OAuthGrants = ReturnType<typeof oauthGrants>;

/** Sealed with the API token, so that only those that were used up or revoked are stored, in memory. */
export function oauthGrants(key: string, now: () => Date) {
  const spent = new Set<string>();
  const digest = (content: string) => createHmac('sha256', key).update(content).digest('base64url');
  return {
    issue: (grant: Omit<Grant, 'iat' | 'exp'>, seconds?: number): string => {
      const iat = Math.floor(now().getTime() / 1000);
      const whole = { ...grant, iat, exp: seconds === undefined ? null : iat + seconds, id: randomUUID() };
      const content = Buffer.from(JSON.stringify(whole)).toString('base64url');
      return `${content}.${digest(content)}`;
    },
    find: (token = '', ...kinds: Grant['kind'][]): Grant | undefined => {
      const [content = '', seal] = token.split('.');
      if (seal !== digest(content) || spent.has(token)) return undefined;
      const grant = JSON.parse(Buffer.from(content, 'base64url').toString()) as Grant;
      const isCurrent = grant.exp === null || grant.exp * 1000 > now().getTime();
      return isCurrent && kinds.includes(grant.kind) ? grant : undefined;
    },
    spend: (token: string): void => void spent.add(token),
  };
}
