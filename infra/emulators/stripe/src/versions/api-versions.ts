import type Stripe from 'stripe';
import { API_VERSION } from '../context.ts';
import { invalidRequest, notSupported } from '../errors/api-error.ts';

type ApiVersion = Stripe.WebhookEndpointCreateParams.ApiVersion;

/** The oldest supported version. */
const FLOOR = '2020-08-27';

/** Every supported version, oldest first, as listed by the SDK. */
const VERSIONS = [
  FLOOR,
  '2022-08-01',
  '2022-11-15',
  '2023-08-16',
  '2023-10-16',
  '2024-04-10',
  '2024-06-20',
  '2024-09-30.acacia',
  '2024-10-28.acacia',
  '2024-11-20.acacia',
  '2024-12-18.acacia',
  '2025-01-27.acacia',
  '2025-02-24.acacia',
  '2025-03-01.dashboard',
  '2025-03-31.basil',
  '2025-04-30.basil',
  '2025-05-28.basil',
  '2025-06-30.basil',
  '2025-07-30.basil',
  '2025-08-27.basil',
  '2025-09-30.clover',
  '2025-10-29.clover',
  '2025-11-17.clover',
  '2025-12-15.clover',
  '2026-01-28.clover',
  '2026-02-25.clover',
  '2026-03-25.dahlia',
  '2026-04-22.dahlia',
  '2026-05-27.dahlia',
  '2026-06-24.dahlia',
  '2026-07-29.dahlia',
  '2026-08-26.dahlia',
  '2026-09-30.endive',
  API_VERSION,
] as const satisfies readonly ApiVersion[];

/** Stripe has these versions but the emulator does not. */
const OLDER_THAN_FLOOR = /^20(1\d|20)-\d\d-\d\d$/;

/** A version with beta features, which Stripe accepts from accounts that take part in them. */
const WITH_BETAS = /^([^;\s]+)(?:\s*;\s*\w+=\w+)+;?$/;

/** Returns `version` if supported; throws 400 if it is unknown, and 501 if it is too old or has beta features. */
export function requireVersion(version: string, param?: string): string {
  if (VERSIONS.some((known) => known === version)) return version;
  if (OLDER_THAN_FLOOR.test(version) && version < FLOOR) {
    throw notSupported(`API versions before ${FLOOR}, such as ${version}`);
  }
  const [, dated] = WITH_BETAS.exec(version) ?? [];
  if (dated !== undefined && requireVersion(dated, param)) {
    throw notSupported(`beta features in the API version, such as ${version}`);
  }
  throw invalidRequest(`Invalid Stripe API version: ${version}`, param === undefined ? {} : { param });
}
