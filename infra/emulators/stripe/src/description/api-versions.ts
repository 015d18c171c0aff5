import type Stripe from 'stripe';
import { invalidRequest, notSupported } from './api-error.ts';

export const API_VERSION = '2026-10-28.endive';

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
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.ApiVersion[];

/** Stripe has these versions but the emulator does not; see docs.stripe.com/changelog. */
const OLDER_THAN_FLOOR: ReadonlySet<string> = new Set([
  ...'2015-01-11 2015-01-26 2015-02-10 2015-02-16 2015-02-18 2015-03-24 2015-04-07 2015-06-15 2015-07-07 2015-07-13'.split(
    ' ',
  ),
  ...'2015-07-28 2015-08-07 2015-08-19 2015-09-03 2015-09-08 2015-09-23 2015-10-01 2015-10-12'.split(' '),
  ...'2015-10-16 2016-02-03 2016-02-19 2016-02-22 2016-02-23 2016-02-29 2016-03-07 2016-06-15'.split(' '),
  ...'2016-07-06 2016-10-19 2017-01-27 2017-02-14 2017-04-06 2017-05-25 2017-06-05 2017-08-15'.split(' '),
  ...'2017-12-14 2018-01-23 2018-02-05 2018-02-06 2018-02-28 2018-05-21 2018-07-27 2018-08-23'.split(' '),
  ...'2018-09-06 2018-09-24 2018-10-31 2018-11-08 2019-02-11 2019-02-19 2019-03-14 2019-05-16'.split(' '),
  ...'2019-08-14 2019-09-09 2019-10-08 2019-10-17 2019-11-05 2019-12-03 2020-03-02'.split(' '),
]);

/** Their versions are not listed here. */
const FIRST_YEARS = /^201[1-4]-\d\d-\d\d$/;

/** A version with beta features, which Stripe accepts from accounts that take part in them. */
const WITH_BETAS = /^([^;\s]+)(?:\s*;\s*\w+=\w+)+;?$/;

/** Returns `version` if supported; throws 400 if it is unknown, and 501 if it is too old or has beta features. */
export function requireVersion(version: string, param?: string): string {
  if (VERSIONS.some((known) => known === version)) return version;
  if (OLDER_THAN_FLOOR.has(version) || FIRST_YEARS.test(version)) {
    throw notSupported(`API versions before ${FLOOR}, such as ${version}`);
  }
  const [, dated] = WITH_BETAS.exec(version) ?? [];
  if (dated !== undefined && requireVersion(dated, param)) {
    throw notSupported(`beta features in the API version, such as ${version}`);
  }
  throw invalidRequest(`Invalid Stripe API version: ${version}`, param === undefined ? {} : { param });
}
