/** On whose behalf a request is made. The owner bypasses the rules. */
export type Authority =
  | { readonly kind: 'owner' }
  | { readonly kind: 'user'; readonly auth: Readonly<Record<string, unknown>> | null };

export const OWNER: Authority = { kind: 'owner' };
export const SIGNED_OUT: Authority = { kind: 'user', auth: null };
