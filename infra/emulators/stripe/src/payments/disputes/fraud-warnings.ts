import type { Endpoint } from '../../kinds/endpoint.ts';
import { finder } from '../../kinds/lookup.ts';
import { OF_CHARGE, resource } from '../../kinds/resource.ts';
import { fraudWarningWire } from './warn-of-fraud.ts';

const PATH = '/v1/radar/early_fraud_warnings';

const warnings = resource(PATH, finder('early fraud warning', 'fraudWarnings'), fraudWarningWire);

export const fraudWarningEndpoints: readonly Endpoint[] = [
  warnings.list({ filters: OF_CHARGE }),
  warnings.retrieve,
];
