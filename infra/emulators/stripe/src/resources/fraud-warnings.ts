import { fraudWarningWire } from '../billing/warn-of-fraud.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { OF_CHARGE, resource } from '../http/resource.ts';

const PATH = '/v1/radar/early_fraud_warnings';

const warnings = resource({
  path: PATH,
  noun: 'early fraud warning',
  among: (store) => store.fraudWarnings,
  wire: fraudWarningWire,
});

export const fraudWarningEndpoints: readonly Endpoint[] = [
  warnings.list({ filters: OF_CHARGE }),
  warnings.retrieve,
];
