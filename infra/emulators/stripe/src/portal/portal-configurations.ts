import { requireKnownPrice } from '../catalogue/price.ts';
import { requireProduct } from '../catalogue/product.ts';
import { notSupported, rejected } from '../description/api-error.ts';
import { isObject } from '../description/json.ts';
import type { Context } from '../kinds/context.ts';
import { type Given, kept } from '../kinds/given-fields.ts';
import { newId } from '../kinds/objects.ts';
import { off, only } from '../kinds/params/as-described.ts';
import { object } from '../kinds/params/composite.ts';
import { clearable, integer, optional } from '../kinds/params/reader.ts';
import { url } from '../kinds/params/texts.ts';
import {
  PLAIN_CONFIGURATION,
  type PortalConfiguration,
  type PortalFeatures,
  type PortalProduct,
  portalConfigurationWire,
  requireConfiguration,
} from './portal-entities.ts';

interface GivenProduct extends Pick<PortalProduct, 'prices' | 'product'> {
  readonly adjustable_quantity?: Partial<PortalProduct['adjustable_quantity']>;
}

/** What a request names of the features, by Stripe's names; null clears a list. */
interface GivenFeatures extends Partial<Record<keyof PortalFeatures, object>> {
  readonly subscription_update?: {
    readonly billing_cycle_anchor?: 'unchanged';
    readonly products?: readonly GivenProduct[] | null;
  };
}

/** The features after a request; what it does not name stays unchanged. */
function changedFeatures(
  context: Context,
  before: PortalFeatures,
  { subscription_update: update, ...given }: GivenFeatures,
): PortalFeatures {
  const { billing_cycle_anchor: _anchor, products, ...updated } = update ?? {};
  const read = products?.map((product, index) => readProduct(context, product, index));
  const listed = products === undefined ? {} : { products: read ?? [] };
  const after = changed(before, { ...given, subscription_update: { ...updated, ...listed } });
  checkProration(after.subscription_cancel);
  if (after.subscription_update.enabled && !after.payment_method_update.enabled) {
    throw rejected('Cannot enable subscription updates while payment method update is disabled.');
  }
  return after;
}

/** Replaces what is given of an object and of its parts. */
function changed<T extends object>(before: T, given: object): T {
  const changes = Object.entries(given).map(([name, value]) => [
    name,
    isObject(value) ? changed(before[name as keyof T] as object, value) : (value ?? []),
  ]);
  return { ...before, ...Object.fromEntries(changes) };
}

function checkProration({ mode, proration_behavior }: PortalFeatures['subscription_cancel']): void {
  const param = 'features[subscription_cancel][proration_behavior]';
  if (proration_behavior === 'none') return;
  if (proration_behavior === 'always_invoice' || mode !== 'immediately') {
    throw rejected(
      '`proration_behavior` can be `create_prorations` only if `mode` is `immediately`, and never `always_invoice`.',
      { param },
    );
  }
  throw notSupported(`${param}=create_prorations`, param);
}

function readProduct(context: Context, given: GivenProduct, index: number): PortalProduct {
  const place = `features[subscription_update][products][${index}]`;
  requireProduct(context, given.product, `${place}[product]`);
  for (const [position, id] of given.prices.entries()) {
    const param = `${place}[prices][${position}]`;
    const price = requireKnownPrice(context, id, param);
    if (price.product !== given.product) {
      throw rejected(`The price \`${id}\` does not belong to the product \`${given.product}\`.`, param);
    }
    if (price.recurring === null) throw rejected('The price must be recurring.', param);
  }
  const standard = { enabled: false, maximum: null, minimum: 1 };
  return { ...given, adjustable_quantity: { ...standard, ...given.adjustable_quantity } };
}

interface GivenConfiguration extends Given {
  readonly active?: boolean;
  readonly business_profile?: Partial<PortalConfiguration['business_profile']>;
  readonly features?: GivenFeatures;
}

const PATH = '/v1/billing_portal/configurations';

export const { endpoints: portalConfigurationEndpoints } = kept<PortalConfiguration, GivenConfiguration>({
  type: 'billing_portal.configuration',
  path: PATH,
  event: 'billing_portal.configuration',
  finder: requireConfiguration,
  newId: () => newId('bpc'),
  plain: PLAIN_CONFIGURATION,
  readers: {
    'business_profile[privacy_policy_url]': clearable(url),
    'business_profile[terms_of_service_url]': clearable(url),
    default_return_url: clearable(url),
    'features[payment_method_update][payment_method_configuration]': null,
    'features[subscription_cancel][cancellation_reason][feedback_options]': null,
    'features[subscription_pause]': object({ enabled: optional(off) }),
    'features[subscription_update][billing_cycle_anchor]': only('unchanged', 'now'),
    'features[subscription_update][products]': 10,
    'features[subscription_update][products][adjustable_quantity][maximum]': integer(1),
    'features[subscription_update][products][adjustable_quantity][minimum]': integer(0),
    login_page: object({ enabled: off }),
  },
  aside: ['business_profile', 'features', 'login_page'],
  made: (context, given) => ({ ...parts(context, given, PLAIN_CONFIGURATION), updated: context.time.now() }),
  changed: (context, given, before) => {
    if (before.is_default && given.active === false) {
      throw rejected('The default configuration cannot be deactivated.', 'active');
    }
    return { ...parts(context, given, before), updated: context.time.now() };
  },
  wire: (_, configuration) => portalConfigurationWire(configuration),
  listing: {
    fields: ['active', 'is_default'],
    where: ({ is_default }, _given, { settings }) =>
      settings.switches.portalSettings === 'saved' || !is_default,
  },
});

function parts(
  context: Context,
  { business_profile: profile, features = {} }: GivenConfiguration,
  before: Pick<PortalConfiguration, 'business_profile' | 'features'>,
): Partial<PortalConfiguration> {
  return {
    business_profile: { ...before.business_profile, ...profile },
    features: changedFeatures(context, before.features, features),
  };
}
