import { isAllowedRedirect } from '../../lib/allowed-redirect.ts';
import { loadRuntimeConfig } from '../../lib/runtime-config.ts';

/** Leaves the site for a checkout or portal page. Rejects for an origin that the configuration does not allow. */
export async function redirectTo(address: string): Promise<void> {
  const { checkout } = await loadRuntimeConfig();
  if (!isAllowedRedirect(address, checkout.allowedOrigins, location.origin)) {
    throw new Error(`a redirect to ${address} is not allowed`);
  }
  location.assign(address);
}
