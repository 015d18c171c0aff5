import { fraudWarningWire } from '../billing/warn-of-fraud.ts';
import { noSuch } from '../errors/api-error.ts';
import { type Endpoint, retrieval } from '../http/endpoint.ts';
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
  // Reviews belong to Radar for Fraud Teams, which no test card needs: there are none.
  retrieval('/v1/reviews/:id', (_context, id) => {
    throw noSuch('review', id);
  }),
];
