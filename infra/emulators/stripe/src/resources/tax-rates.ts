import type { Endpoint } from '../http/endpoint.ts';
import { kept } from '../http/kept.ts';
import { requireTaxRate } from '../lookup/lookup.ts';
import { taxPercentage } from '../params/decimal.ts';
import { choice } from '../params/described.ts';
import { clearable, text } from '../params/reader.ts';
import { newId } from '../state/identifiers.ts';
import { PLAIN_TAX_RATE, type TaxRate } from '../state/tax-entities.ts';
import { taxRateWire } from '../wire/tax-wire.ts';

/** A rate's percentage cannot change. */
const taxRates = kept<TaxRate>({
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

export const taxRateEndpoints: readonly Endpoint[] = taxRates.endpoints;
