import type { Endpoint } from '../kinds/endpoint.ts';
import { kept } from '../kinds/given-fields.ts';
import { newId } from '../kinds/lookup.ts';
import { taxPercentage } from '../kinds/params/decimal.ts';
import { choice } from '../kinds/params/described.ts';
import { clearable, text } from '../kinds/params/reader.ts';
import { PLAIN_TAX_RATE, requireTaxRate, type TaxRate, taxRateWire } from './tax-rate.ts';

/** A rate's percentage cannot change. */
const rates = kept<TaxRate>({
  type: 'tax_rate',
  path: '/v1/tax_rates',
  event: 'tax_rate',
  finder: requireTaxRate,
  readers: {
    country: clearable(text(2)),
    description: clearable(text()),
    jurisdiction: clearable(text(50)),
    percentage: taxPercentage,
    state: clearable(text(3)),
    tax_type: clearable(choice('POST /v1/tax_rates', 'tax_type')),
  },
  newId: () => newId('txr'),
  made: (_, { percentage }) => ({ effective_percentage: Number(percentage) }),
  plain: PLAIN_TAX_RATE,
  wire: (_, rate) => taxRateWire(rate),
  listing: { filters: { active: ({ active }) => active, inclusive: ({ inclusive }) => inclusive } },
});

export const taxRateEndpoints: readonly Endpoint[] = rates.endpoints;
