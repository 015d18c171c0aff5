import { fraudWarningWire } from '../billing/warn-of-fraud.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { OF_CHARGE, resource } from '../http/resource.ts';
import { finder } from '../lookup/lookup.ts';

const PATH = '/v1/radar/early_fraud_warnings';

const warnings = resource(PATH, finder('early fraud warning', 'fraudWarnings'), fraudWarningWire);

export const fraudWarningEndpoints: readonly Endpoint[] = [
  warnings.list({ filters: OF_CHARGE }),
  warnings.retrieve,
];
