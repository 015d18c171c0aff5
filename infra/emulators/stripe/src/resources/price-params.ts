import { createProduct } from '../catalogue/create-product.ts';
import type { Context } from '../context.ts';
import { defined } from '../defined.ts';
import {
  exclusiveParameters,
  invalidRequest,
  missingParameter,
  noSuch,
  rejected,
  unknownParameters,
} from '../errors/api-error.ts';
import { requireProduct } from '../lookup/lookup.ts';
import { chosenId } from '../params/chosen-id.ts';
import { list, object, type ReadFields } from '../params/composite.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import {
  amount,
  flag,
  integer,
  oneOf,
  optional,
  type Reader,
  type ReadValue,
  text,
} from '../params/reader.ts';
import { statementDescriptor } from '../params/statement-descriptor.ts';
import type { Price, Recurrence, Tier } from '../state/catalogue-entities.ts';
import type { Meter } from '../state/meter-entities.ts';

export const interval = oneOf('month', 'year', 'week', 'day');

const usageType = oneOf('licensed', 'metered');

export const recurringFields = {
  aggregate_usage: optional(oneOf('last_during_period', 'last_ever', 'max', 'sum')),
  interval,
  interval_count: optional(integer(1, 1095)),
  meter: optional(text()),
  trial_period_days: optional(integer(0, 730)),
  usage_type: optional(usageType),
} as const;

export const recurringParam = object(recurringFields);

type Recurring = ReadFields<typeof recurringFields>;
type GivenRecurrence = Partial<Recurring> & Pick<Recurring, 'interval'>;

export function readRecurrence(context: Context, given: GivenRecurrence): Recurrence {
  const { interval, interval_count: intervalCount = 1, trial_period_days: trialPeriodDays } = given;
  const isFormer = context.cause.version < METERS_SINCE;
  const meter = readMeter(context, given, isFormer);
  return {
    interval,
    intervalCount,
    ...(trialPeriodDays !== undefined && { trialPeriodDays }),
    ...(meter !== undefined && { meter }),
    ...(isFormer && given.usage_type === 'metered' && meter === undefined
      ? { aggregateUsage: given.aggregate_usage ?? 'sum' }
      : {}),
  };
}

/** Since then, metered prices need a meter. */
const METERS_SINCE = '2025-03-31';

function readMeter(
  context: Context,
  { aggregate_usage: aggregate, meter: id, usage_type: usage }: GivenRecurrence,
  isFormer: boolean,
): string | undefined {
  if (aggregate !== undefined && !isFormer) {
    const param = 'recurring[aggregate_usage]';
    throw unknownParameters([param]);
  }
  if (id === undefined && usage === 'metered' && !isFormer) {
    throw rejected(
      'Starting with Stripe version `2025-03-31.basil`, metered prices must be backed by meters.',
    );
  }
  if (id === undefined) return undefined;
  if (usage === 'licensed') {
    throw rejected('Meters can only be set on prices with `usage_type=metered`.', {
      param: 'recurring[meter]',
    });
  }
  return requireActiveMeter(context, id, 'recurring[meter]').id;
}

/** Nothing new can be measured with a deactivated meter. */
function requireActiveMeter(context: Context, id: string, param: string): Meter {
  const meter = context.store.meters.get(id);
  if (meter === undefined) throw noSuch('billing meter', id, param);
  if (meter.deactivatedAt === null) return meter;
  throw rejected('The meter specified is inactive. This field only accepts active meters.', { param });
}

export const unitAmount = amount(99_999_999);

/** An amount in the currency's smallest unit, with at most twelve decimal places. */
export const decimalAmount: Reader<number> = (value, name) => {
  const given = text()(value, name);
  if (/^\d{1,8}(\.\d{1,12})?$/.test(given)) return Number(given);
  throw invalidRequest(`Invalid decimal: ${given}`, { code: 'parameter_invalid_decimal', param: name });
};

interface GivenAmount {
  readonly unit_amount?: number | undefined;
  readonly unit_amount_decimal?: number | undefined;
}

function eitherAmount(
  name: 'flat_amount' | 'unit_amount',
  place: string,
  amount: number | undefined,
  decimal: number | undefined,
): number | undefined {
  if (amount === undefined || decimal === undefined) return amount ?? decimal;
  throw exclusiveParameters(`${name}, ${name}_decimal`, place === '' ? name : `${place}[${name}]`);
}

export function readUnitAmount({ unit_amount: amount, unit_amount_decimal: decimal }: GivenAmount): number {
  const given = eitherAmount('unit_amount', '', amount, decimal);
  if (given !== undefined) return given;
  throw rejected('Prices require an `unit_amount` or `unit_amount_decimal` parameter to be set.');
}

const upTo: Reader<number | null> = (value, name) => (value === 'inf' ? null : integer(1)(value, name));

const tier = object({
  flat_amount: optional(unitAmount),
  flat_amount_decimal: optional(decimalAmount),
  unit_amount: optional(unitAmount),
  unit_amount_decimal: optional(decimalAmount),
  up_to: upTo,
});

/** The parameters of a price and, with `transform_usage` instead, of a plan. */
export const schemeFields = {
  billing_scheme: optional(oneOf('per_unit', 'tiered')),
  tiers: optional(list(tier)),
  tiers_mode: optional(oneOf('graduated', 'volume')),
  transform_quantity: optional(object({ divide_by: integer(1), round: oneOf('down', 'up') })),
} as const;

type GivenScheme = Partial<ReadFields<typeof schemeFields>> & GivenAmount;

type Scheme = Pick<Price, 'tiers' | 'transformQuantity' | 'unitAmount'>;

/** How a price charges its units: all alike, by tiers or in packages. */
export function readScheme(given: GivenScheme, recurs: boolean): Scheme {
  const {
    billing_scheme: scheme = 'per_unit',
    tiers,
    tiers_mode: mode,
    transform_quantity: transform,
  } = given;
  if (scheme === 'per_unit') {
    if (tiers !== undefined || mode !== undefined) {
      throw rejected('Tiers can only be set on prices with `billing_scheme=tiered`.', {
        param: tiers === undefined ? 'tiers_mode' : 'tiers',
      });
    }
    const transformQuantity = transform && { divideBy: transform.divide_by, round: transform.round };
    return { unitAmount: readUnitAmount(given), ...(transformQuantity && { transformQuantity }) };
  }
  if (!recurs) {
    throw rejected('Prices with `type=one_time` are not supported with tiered billing.', {
      param: 'interval',
    });
  }
  if (given.unit_amount !== undefined || given.unit_amount_decimal !== undefined) {
    throw rejected('Prices with `billing_scheme=tiered` take the amounts of their tiers only.', {
      param: 'unit_amount',
    });
  }
  if (transform !== undefined) throw exclusiveParameters('tiers, transform_quantity', 'transform_quantity');
  if (tiers === undefined || tiers.length === 0) throw missingParameter('tiers');
  if (mode === undefined) throw missingParameter('tiers_mode');
  return { unitAmount: 0, tiers: { mode, list: tiers.map((one, index) => readTier(one, index, tiers)) } };
}

type GivenTier = ReadValue<typeof tier>;

function readTier(given: GivenTier, index: number, all: readonly GivenTier[]): Tier {
  const place = `tiers[${index}]`;
  const unit = eitherAmount('unit_amount', place, given.unit_amount, given.unit_amount_decimal);
  const flat = eitherAmount('flat_amount', place, given.flat_amount, given.flat_amount_decimal);
  if (unit === undefined && flat === undefined) throw missingParameter(`${place}[unit_amount]`);
  const isLast = index === all.length - 1;
  if ((given.up_to === null) !== isLast) {
    throw rejected('The last tier, and only the last, must have `up_to` set to `inf`.', {
      param: `${place}[up_to]`,
    });
  }
  const below = all[index - 1]?.up_to ?? 0;
  if (given.up_to !== null && given.up_to <= below) {
    throw rejected('The `up_to` of each tier must be greater than that of the one before.', {
      param: `${place}[up_to]`,
    });
  }
  return { upTo: given.up_to, unitAmount: unit ?? null, flatAmount: flat ?? null };
}

export const taxBehavior = optional(oneOf('exclusive', 'inclusive', 'unspecified'));

export const isTaxCode = (id: string): boolean => /^txcd_\d{8}$/.test(id);

export const taxCode: Reader<string> = (value, name) => {
  const code = text()(value, name);
  if (isTaxCode(code)) return code;
  throw noSuch('tax code', code, name);
};

export const productDataParam = object({
  active: optional(flag),
  id: optional(chosenId()),
  metadata,
  name: text(5000),
  statement_descriptor: optional(statementDescriptor),
  tax_code: optional(taxCode),
  unit_label: optional(text(12)),
});

type NewProduct = Partial<ReadValue<typeof productDataParam>> & {
  readonly name: string;
  readonly description?: string | undefined;
  readonly images?: readonly string[] | undefined;
};

interface ProductChoice {
  readonly product?: string | undefined;
  readonly product_data?: NewProduct | undefined;
}

/** The id of the new price's product, which `product_data` creates. */
export function productOfPrice(context: Context, { product, product_data: data }: ProductChoice): string {
  if (product !== undefined && data !== undefined)
    throw exclusiveParameters('product, product_data', 'product');
  if (product !== undefined) return requireProduct(context, product, 'product').id;
  if (data === undefined) {
    throw rejected('You must specify either `product` or `product_data` when creating a price.');
  }
  rejectTakenId(context, data.id, 'product_data[id]');
  const { active, description, id, images, name } = data;
  return createProduct(context, {
    ...defined({ active, description, id, images, name }),
    ...defined({
      statementDescriptor: data.statement_descriptor,
      taxCode: data.tax_code,
      unitLabel: data.unit_label,
    }),
    metadata: changedMetadata({}, data.metadata),
  }).id;
}

export function rejectTakenId({ store }: Context, id: string | undefined, param: string): void {
  if (id === undefined || store.products.get(id) === undefined) return;
  throw rejected('Product already exists.', { code: 'resource_already_exists', param });
}
