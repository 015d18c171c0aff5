import type { RuntimeConfig } from '@outharbor/contract/runtime-config';
import { isAllowedRedirect } from '../../lib/allowed-redirect.ts';
import { loadRuntimeConfig } from '../../lib/runtime-config.ts';

type Settings = Pick<RuntimeConfig, 'checkout'>;

/** Redirects to a checkout or portal page. Rejects if the configuration does not allow its origin. */
export async function redirectTo(
  address: string,
  settings: () => Promise<Settings> = loadRuntimeConfig,
): Promise<void> {
  const { checkout } = await settings();
  if (!isAllowedRedirect(address, checkout.allowedOrigins, location.origin)) {
    throw new Error(`a redirect to ${address} is not allowed: add its host to CHECKOUT_HOSTS`);
  }
  location.assign(address);
}
