import type { Context } from '../context.ts';
import { type Endpoint, post } from '../http/endpoint.ts';
import { resource } from '../http/resource.ts';
import { requireTaxRate } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { taxPercentage } from '../params/decimal.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import { clearable, flag, oneOf, optional, type ReadValue, text } from '../params/reader.ts';
import { newId } from '../state/identifiers.ts';
import { taxRateWire } from '../wire/tax-wire.ts';

const PATH = '/v1/tax_rates';

const taxType = oneOf(
  'admissions_tax',
  'amusement_tax',
  'attendance_tax',
  'communications_tax',
  'digital_excise_tax',
  'entertainment_tax',
  'get_fund',
  'gross_receipts_tax',
  'gst',
  'hospitality_tax',
  'hst',
  'igst',
  'jct',
  'lease_tax',
  'luxury_tax',
  'mass_transit_parking_tax',
  'nhil',
  'parking_tax',
  'pst',
  'qst',
  'resort_tax',
  'retail_delivery_fee',
  'rst',
  'sales_tax',
  'service_tax',
  'tourism_tax',
  'utility_users_tax',
  'vat',
);

const shared = {
  active: optional(flag),
  country: clearable(text(2)),
  description: clearable(text()),
  jurisdiction: clearable(text(50)),
  metadata,
  state: clearable(text(3)),
  tax_type: clearable(taxType),
} as const;

const createParams = object({
  ...shared,
  display_name: text(50),
  inclusive: flag,
  percentage: taxPercentage,
});
const updateParams = object({ ...shared, display_name: optional(text(50)) });

const rates = resource(PATH, requireTaxRate, (_, entity) => taxRateWire(entity), { event: 'tax_rate' });

export const taxRateEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, create),
  rates.list({
    filters: { active: ({ active }) => active, inclusive: ({ inclusive }) => inclusive },
  }),
  rates.retrieve,
  rates.update(updateParams, changes),
];

function create(context: Context, params: ReadValue<typeof createParams>): object {
  return rates.created(context, {
    id: newId('txr'),
    created: context.time.now(),
    active: params.active ?? true,
    displayName: params.display_name,
    description: params.description ?? null,
    jurisdiction: params.jurisdiction ?? null,
    country: params.country ?? null,
    state: params.state ?? null,
    taxType: params.tax_type ?? null,
    percentage: params.percentage,
    inclusive: params.inclusive,
    metadata: changedMetadata({}, params.metadata),
  });
}

/** A rate's percentage cannot change. */
function changes({
  display_name: displayName,
  tax_type: taxType,
  metadata: _,
  ...others
}: ReadValue<typeof updateParams>) {
  return { ...others, displayName, taxType };
}
