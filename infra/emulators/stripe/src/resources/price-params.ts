import { createProduct } from '../catalogue/create-product.ts';
import type { Context } from '../context.ts';
import { invalidRequest, missingParameter, noSuch, notSupported, refused } from '../errors/api-error.ts';
import { requireProduct } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import {
  flag,
  integer,
  oneOf,
  optional,
  type Reader,
  type ReadValue,
  shownBack,
  text,
} from '../params/reader.ts';
import type { Recurrence } from '../state/catalogue-entities.ts';

export const interval = oneOf('day', 'week', 'month', 'year');

/** The emulator does not support Stripe's metered usage. */
const usageType: Reader<'licensed'> = (value, name) => {
  if (oneOf('licensed', 'metered')(value, name) === 'licensed') return 'licensed';
  throw notSupported(`${name}=metered`, name);
};

export const recurringParam = object({
  interval,
  interval_count: optional(integer(1, 1095)),
  trial_period_days: shownBack(optional(integer(0, 730))),
  usage_type: optional(usageType),
});

type GivenRecurrence = Pick<ReadValue<typeof recurringParam>, 'interval' | 'interval_count'> &
  Partial<Pick<ReadValue<typeof recurringParam>, 'trial_period_days'>>;

export function recurrenceOf({
  interval,
  interval_count: intervalCount = 1,
  trial_period_days: trialPeriodDays,
}: GivenRecurrence): Recurrence {
  return { interval, intervalCount, ...(trialPeriodDays !== undefined && { trialPeriodDays }) };
}

export const unitAmount = integer(0, 99_999_999);

/** An amount in whole units; fractions of a cent are answered with 501. */
export const wholeDecimal: Reader<number> = (value, name) => {
  const given = text()(value, name);
  if (!/^\d+(\.\d{1,12})?$/.test(given)) throw invalidRequest(`Invalid decimal: ${given}`, { param: name });
  if (!Number.isInteger(Number(given))) throw notSupported(`fractions in ${name}`, name);
  return unitAmount(String(Number(given)), name);
};

interface GivenAmount {
  readonly unit_amount?: number | undefined;
  readonly unit_amount_decimal?: number | undefined;
}

export function unitAmountOf({ unit_amount: amount, unit_amount_decimal: decimal }: GivenAmount): number {
  if (amount !== undefined && decimal !== undefined) {
    throw refused('You may only specify one of these parameters: unit_amount, unit_amount_decimal.', {
      param: 'unit_amount',
    });
  }
  const given = amount ?? decimal;
  if (given === undefined) throw missingParameter('unit_amount');
  return given;
}

export const taxBehavior = optional(oneOf('exclusive', 'inclusive', 'unspecified'));

export const taxCode: Reader<string> = (value, name) => {
  const code = text()(value, name);
  if (/^txcd_\d{8}$/.test(code)) return code;
  throw noSuch('tax code', code, name);
};

export const productDataParam = object({
  active: optional(flag),
  id: optional(text()),
  metadata,
  name: text(5000),
  statement_descriptor: optional(text(22)),
  tax_code: optional(taxCode),
  unit_label: optional(text(12)),
});

interface ProductChoice {
  readonly product?: string | undefined;
  readonly product_data?: ReadValue<typeof productDataParam> | undefined;
}

/** The id of the new price's product, which `product_data` creates. */
export function productOfPrice(context: Context, { product, product_data: data }: ProductChoice): string {
  if (product !== undefined && data !== undefined) {
    throw refused('You may only specify one of these parameters: product, product_data.', {
      param: 'product_data',
    });
  }
  if (product !== undefined) return requireProduct(context, product, 'product').id;
  if (data === undefined) throw missingParameter('product');
  refuseTakenId(context, data.id, 'product_data[id]');
  return createProduct(context, {
    id: data.id,
    name: data.name,
    active: data.active,
    statementDescriptor: data.statement_descriptor,
    taxCode: data.tax_code,
    unitLabel: data.unit_label,
    metadata: changedMetadata({}, data.metadata),
  }).id;
}

export function refuseTakenId({ store }: Context, id: string | undefined, param: string): void {
  if (id === undefined || store.products.get(id) === undefined) return;
  throw refused('Product already exists.', { code: 'resource_already_exists', param });
}
