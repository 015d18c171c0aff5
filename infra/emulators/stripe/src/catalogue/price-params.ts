import type Stripe from 'stripe';
import {
  exclusiveParameters,
  invalidRequest,
  missingParameter,
  nestParam,
  noSuch,
  rejected,
  renamingParams,
  unknownParameters,
} from '../description/api-error.ts';
import { defined } from '../description/json.ts';
import { AMOUNT, requireChargeable } from '../kinds/chargeable.ts';
import type { Context } from '../kinds/context.ts';
import { describedParams } from '../kinds/params/as-described.ts';
import { list, object, type ReadFields } from '../kinds/params/composite.ts';
import {
  amount,
  integer,
  oneOf,
  optional,
  type Reader,
  type ReadValue,
  text,
} from '../kinds/params/reader.ts';
import { chosenId, currency, readStatementDescriptor } from '../kinds/params/texts.ts';
import { type CurrencyOption, PLAIN_RECURRENCE, type Price, type Recurrence, type Tier } from './price.ts';

const described = describedParams<Stripe.PriceCreateParams>('POST /v1/prices', {
  'transform_quantity[divide_by]!': integer(1),
});

const describedRecurrence = describedParams<Stripe.PriceCreateParams.Recurring>('POST /v1/prices recurring');

export const recurringFields = {
  ...describedRecurrence('interval', 'meter', 'usage_type'),
  aggregate_usage: optional(oneOf('last_during_period', 'last_ever', 'max', 'sum')),
  interval_count: optional(integer(1, 1095)),
  trial_period_days: optional(integer(0, 730)),
} as const;

export const recurringParam = object(recurringFields);

export type GivenRecurrence = Partial<ReadFields<typeof recurringFields>> & Pick<Recurrence, 'interval'>;

/** An interval is three years long at most. */
const LONGEST = { day: 1095, week: 156, month: 36, year: 3 };

/** How often a price recurs, and how its usage is measured without a meter. */
export function readRecurrence(
  context: Context,
  given: GivenRecurrence,
): Pick<Price, 'hidden' | 'recurring'> {
  const isFormer = context.cause.version < METERS_SINCE;
  const { aggregate_usage: aggregate, ...others } = given;
  readMeter(context, given, isFormer);
  const isMetered = given.meter !== undefined || given.usage_type === 'metered';
  const usage_type = isMetered ? 'metered' : 'licensed';
  const recurring: Recurrence = { ...PLAIN_RECURRENCE, ...defined(others), usage_type };
  if (recurring.interval_count > LONGEST[recurring.interval]) {
    throw rejected('The interval of a price can be three years at most.', 'recurring[interval_count]');
  }
  const recorded = isMetered && recurring.meter === null;
  return { recurring, ...(recorded && { hidden: { aggregate_usage: aggregate ?? 'sum' } }) };
}

/** Since then, metered prices need a meter. */
const METERS_SINCE = '2025-03-31';

function readMeter(
  context: Context,
  { aggregate_usage: aggregate, meter: id, usage_type: usage }: GivenRecurrence,
  isFormer: boolean,
): void {
  if (aggregate !== undefined && !isFormer) {
    const param = 'recurring[aggregate_usage]';
    throw unknownParameters([param]);
  }
  if (id === undefined && usage === 'metered' && !isFormer) {
    throw rejected(
      'Starting with Stripe version `2025-03-31.basil`, metered prices must be backed by meters.',
    );
  }
  if (id === undefined) return;
  if (usage === 'licensed') {
    throw rejected('Meters can only be set on prices with `usage_type=metered`.', 'recurring[meter]');
  }
  const sources = context.installed.usage.filter(({ requireMeter }) => requireMeter !== undefined);
  if (sources.length === 0) throw noSuch('billing meter', id, 'recurring[meter]');
  for (const { requireMeter } of sources) requireMeter?.(context, id, 'recurring[meter]');
}

export const unitAmountParam = amount(99_999_999);

/** An amount in the currency's smallest unit, with at most twelve decimal places. */
export const decimalAmount: Reader<number> = (value, name) => {
  const given = text()(value, name);
  if (/^\d{1,8}(\.\d{1,12})?$/.test(given)) return Number(given);
  throw invalidRequest(`Invalid decimal: ${given}`, { code: 'parameter_invalid_decimal', param: name });
};

type Amounts<N extends 'flat_amount' | 'unit_amount'> = {
  readonly [K in N | `${N}_decimal`]?: number | undefined;
};
type GivenAmount = Amounts<'unit_amount'>;

/** The amount that is given: a whole one, or the text of one with a fraction. */
function readAmount<N extends 'flat_amount' | 'unit_amount'>(name: N, place: string, given: Amounts<N>) {
  const { [name]: whole, [`${name}_decimal` as const]: decimal } = given as Readonly<
    Record<string, number | undefined>
  >;
  if (whole !== undefined && decimal !== undefined) {
    throw exclusiveParameters(`${name}, ${name}_decimal`, place === '' ? name : `${place}[${name}]`);
  }
  const amount = whole ?? decimal;
  if (amount === undefined) return undefined;
  return Number.isInteger(amount) ? { [name]: amount } : { [`${name}_decimal`]: String(amount) };
}

export const { custom_unit_amount: customAmountParam } = described('custom_unit_amount');

type GivenCustom = ReadValue<typeof customAmountParam>;

/** Which amounts a customer can choose. */
function readCustomAmount(
  custom: NonNullable<GivenCustom>,
  { currency, ...amounts }: GivenAmount & { readonly currency: string },
  recurs: boolean,
): Pick<Price, 'custom_unit_amount'> {
  const other = amounts.unit_amount === undefined ? 'unit_amount_decimal' : 'unit_amount';
  if (amounts[other] !== undefined) throw exclusiveParameters(`${other}, custom_unit_amount`, other);
  if (recurs) {
    throw rejected('Prices with `type=recurring` cannot have a `custom_unit_amount`.', 'custom_unit_amount');
  }
  const { minimum = null, maximum = null, preset = null } = custom;
  const given = { maximum, minimum, preset };
  for (const [name, value] of Object.entries(given)) {
    const param = `custom_unit_amount[${name}]`;
    if (value !== null) requireChargeable(value, currency, { ...AMOUNT, param });
  }
  const [least, chosen, most] = [minimum ?? 0, preset ?? minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER];
  if (chosen < least || chosen > most) {
    const param = `custom_unit_amount[${preset === null ? 'maximum' : 'preset'}]`;
    throw rejected(
      'A `preset` lies between `minimum` and `maximum`, of which the former is not greater.',
      param,
    );
  }
  return { custom_unit_amount: given };
}

function readUnitAmount(given: GivenAmount): Pick<Price, 'unit_amount'> {
  const amount = readAmount('unit_amount', '', given);
  if (amount !== undefined) return amount as Pick<Price, 'unit_amount'>;
  throw rejected('Prices require an `unit_amount` or `unit_amount_decimal` parameter to be set.');
}

const upTo: Reader<number | null> = (value, name) => (value === 'inf' ? null : integer(1)(value, name));

const tier = object({
  flat_amount: optional(unitAmountParam),
  flat_amount_decimal: optional(decimalAmount),
  unit_amount: optional(unitAmountParam),
  unit_amount_decimal: optional(decimalAmount),
  up_to: upTo,
});

/** The parameters of a price and, with `transform_usage` instead, of a plan. */
export const schemeFields = {
  ...described('billing_scheme', 'tiers_mode', 'transform_quantity'),
  tiers: optional(list(tier)),
} as const;

type GivenScheme = Partial<ReadFields<typeof schemeFields>> &
  GivenAmount & { readonly currency: string; readonly custom_unit_amount?: GivenCustom };

type Scheme = Partial<
  Pick<Price, 'custom_unit_amount' | 'tiers' | 'tiers_mode' | 'transform_quantity' | 'unit_amount'>
>;

/** How a price charges its units: all alike, by tiers or in packages. */
export function readScheme(given: GivenScheme, recurs: boolean): Scheme {
  const {
    billing_scheme: scheme = 'per_unit',
    custom_unit_amount: custom,
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
    const charged = custom?.enabled ? readCustomAmount(custom, given, recurs) : readUnitAmount(given);
    return { ...charged, ...(transform && { transform_quantity: transform }) };
  }
  if (!recurs) {
    throw rejected('Prices with `type=one_time` are not supported with tiered billing.', 'interval');
  }
  if ((given.unit_amount ?? given.unit_amount_decimal ?? custom) !== undefined) {
    throw rejected('Prices with `billing_scheme=tiered` take the amounts of their tiers only.', {
      param: 'unit_amount',
    });
  }
  if (transform !== undefined) throw exclusiveParameters('tiers, transform_quantity', 'transform_quantity');
  if (tiers === undefined || tiers.length === 0) throw missingParameter('tiers');
  if (mode === undefined) throw missingParameter('tiers_mode');
  return { tiers_mode: mode, tiers: tiers.map((one, index) => readTier(one, index, tiers)) };
}

const optionParam = object({
  custom_unit_amount: customAmountParam,
  tax_behavior: optional(oneOf('exclusive', 'inclusive', 'unspecified')),
  tiers: optional(list(tier)),
  unit_amount: optional(unitAmountParam),
  unit_amount_decimal: optional(decimalAmount),
});

type GivenOptions = Readonly<Record<string, ReadValue<typeof optionParam>>>;

export const currencyOptionsParam: Reader<GivenOptions> = (value, name) => {
  const codes = typeof value === 'object' ? Object.keys(value) : [];
  for (const code of codes) currency(code, name);
  return object(Object.fromEntries(codes.map((code) => [code, optionParam])))(value, name);
};

/** What a price charges in other currencies, in the way in which it charges in its own. */
export function readCurrencyOptions(
  given: GivenOptions,
  price: Pick<Price, 'currency' | 'recurring'> & Partial<Pick<Price, 'tiers' | 'tiers_mode'>>,
): Record<string, CurrencyOption> {
  const scheme = price.tiers
    ? ({ billing_scheme: 'tiered', tiers_mode: price.tiers_mode ?? undefined } as const)
    : {};
  const options = Object.entries(given).map(([code, { tax_behavior = 'unspecified', ...amounts }]) => {
    const place = `currency_options[${code}]`;
    if (code === price.currency) {
      throw rejected('The currency of a price itself cannot be one of its `currency_options`.', place);
    }
    const charged = renamingParams(nestParam(place), () =>
      readScheme({ ...scheme, ...amounts, currency: code }, price.recurring !== null),
    );
    const { tiers_mode: _mode, transform_quantity: _packages, ...own } = charged;
    return [code, { custom_unit_amount: null, unit_amount: null, ...own, tax_behavior }] as const;
  });
  return Object.fromEntries(options);
}

type GivenTier = ReadValue<typeof tier>;

function readTier(given: GivenTier, index: number, all: readonly GivenTier[]): Tier {
  const place = `tiers[${index}]`;
  const unit = readAmount('unit_amount', place, given);
  const flat = readAmount('flat_amount', place, given);
  if ((unit ?? flat) === undefined)
    throw rejected('An entry in the tiers array is missing an amount.', place);
  const isLast = index === all.length - 1;
  if ((given.up_to === null) !== isLast) {
    throw rejected('The last tier, and only the last, must have `up_to` set to `inf`.', `${place}[up_to]`);
  }
  const below = all[index - 1]?.up_to ?? 0;
  if (given.up_to !== null && given.up_to <= below) {
    throw rejected('The `up_to` of each tier must be greater than that of the one before.', {
      param: `${place}[up_to]`,
    });
  }
  return { up_to: given.up_to, ...unit, ...flat };
}

export const { tax_behavior: taxBehaviorParam } = described('tax_behavior');

export const isTaxCode = (id: string): boolean => /^txcd_\d{8}$/.test(id);

export const readTaxCode: Reader<string> = (value, name) => {
  const code = text()(value, name);
  if (isTaxCode(code)) return code;
  throw noSuch('tax code', code, name);
};

export const productDataParam = object({
  ...describedParams<Stripe.PriceCreateParams.ProductData>('POST /v1/prices product_data', {
    id: chosenId(),
    statement_descriptor: readStatementDescriptor,
    tax_code: readTaxCode,
  })('active', 'id', 'metadata', 'name', 'statement_descriptor', 'tax_code', 'unit_label'),
});
