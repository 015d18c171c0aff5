import type { RuntimeConfig } from '@outharbor/contract/runtime-config';

/**
 * The database's address for the SDK. Its scheme is that of a socket: with any other the SDK falls back to long polling
 * for good after one connection that was cut short, and the content security policy forbids what long polling loads.
 */
export function databaseAddress(
  { databaseUrl, databaseNamespace }: RuntimeConfig['firebase'],
  { protocol, host }: { readonly protocol: string; readonly host: string },
): string {
  const address = databaseUrl ?? `${protocol}//${host}?ns=${databaseNamespace}`;
  return address.replace(/^http/, 'ws');
}
