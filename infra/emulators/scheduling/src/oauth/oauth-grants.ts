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

/** Sealed with the API token, so that only those that were used up or revoked are stored, in memory. */
export class OAuthGrants {
  readonly #key: string;
  readonly #now: () => Date;
  readonly #spent = new Set<string>();

  constructor(key: string, now: () => Date) {
    this.#key = key;
    this.#now = now;
  }

  issue(grant: Omit<Grant, 'iat' | 'exp'>, seconds?: number): string {
    const iat = Math.floor(this.#now().getTime() / 1000);
    const whole = { ...grant, iat, exp: seconds === undefined ? null : iat + seconds, id: randomUUID() };
    const content = Buffer.from(JSON.stringify(whole)).toString('base64url');
    return `${content}.${this.#digest(content)}`;
  }

  find(token = '', ...kinds: Grant['kind'][]): Grant | undefined {
    const [content = '', digest] = token.split('.');
    if (digest !== this.#digest(content) || this.#spent.has(token)) return undefined;
    const grant = JSON.parse(Buffer.from(content, 'base64url').toString()) as Grant;
    const isCurrent = grant.exp === null || grant.exp * 1000 > this.#now().getTime();
    return isCurrent && kinds.includes(grant.kind) ? grant : undefined;
  }

  spend(token: string): void {
    this.#spent.add(token);
  }

  #digest(content: string): string {
    return createHmac('sha256', this.#key).update(content).digest('base64url');
  }
}
