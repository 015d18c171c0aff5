import type { RuntimeConfig } from '@outharbor/contract/runtime-config';

/**
 * The database URL for the SDK, always with a WebSocket scheme. With https, one interrupted connection makes
 * the SDK switch to long polling for good, whose scripts the content security policy blocks.
 */
export function databaseAddress(
  { databaseUrl, databaseNamespace }: RuntimeConfig['firebase'],
  { protocol, host }: { readonly protocol: string; readonly host: string },
): string {
  const address = databaseUrl ?? `${protocol}//${host}?ns=${databaseNamespace}`;
  return address.replace(/^http/, 'ws');
}
