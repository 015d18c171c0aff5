import { rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, post } from '../kinds/endpoint.ts';
import { list, object } from '../kinds/params/composite.ts';
import {
  clearable,
  flag,
  integer,
  oneOf,
  optional,
  type Reader,
  type ReadValue,
  text,
} from '../kinds/params/reader.ts';
import { randomText } from '../kinds/store/identifiers.ts';
import { requireCustomer } from './customer.ts';

const onOff = optional(oneOf('disabled', 'enabled'));
const redisplay = oneOf('always', 'limited', 'unspecified');
const filters = optional(list(redisplay));

const bare = optional(object({ enabled: flag }));

const withFeatures = <Features>(features: Reader<Features>) =>
  optional(object({ enabled: flag, features: optional(features) }));

const sheetFields = {
  payment_method_allow_redisplay_filters: filters,
  payment_method_remove: onOff,
} as const;
const elementFields = {
  ...sheetFields,
  payment_method_redisplay: onOff,
  payment_method_save: onOff,
} as const;

const componentsParam = object({
  active_entitlements: bare,
  buy_button: bare,
  customer_portal: bare,
  customer_sheet: withFeatures(object(sheetFields)),
  mobile_payment_element: withFeatures(
    object({ ...elementFields, payment_method_save_allow_redisplay_override: optional(redisplay) }),
  ),
  payment_element: withFeatures(
    object({
      ...elementFields,
      payment_method_redisplay_limit: optional(integer(1, 10)),
      payment_method_save_usage: clearable(oneOf('off_session', 'on_session')),
    }),
  ),
  pricing_table: bare,
});

const createParams = object({ components: componentsParam, customer: text() });

export const customerSessionEndpoints: readonly Endpoint[] = [
  post('/v1/customer_sessions', createParams, create),
];

const LASTS_SECONDS = 30 * 60;

/** What a component does unless the request says otherwise. */
const DEFAULT_FEATURES = {
  customer_sheet: {
    payment_method_allow_redisplay_filters: ['always'],
    payment_method_remove: 'enabled',
  },
  mobile_payment_element: {
    payment_method_allow_redisplay_filters: ['always'],
    payment_method_redisplay: 'enabled',
    payment_method_remove: 'enabled',
    payment_method_save: 'enabled',
    payment_method_save_allow_redisplay_override: null,
  },
  payment_element: {
    payment_method_allow_redisplay_filters: ['always'],
    payment_method_redisplay: 'disabled',
    payment_method_redisplay_limit: 3,
    payment_method_remove: 'disabled',
    payment_method_save: 'disabled',
    payment_method_save_usage: null,
  },
} as const;

type Components = ReadValue<typeof componentsParam>;

function readComponents(given: Components) {
  const plain = ({ enabled }: { readonly enabled: boolean } = { enabled: false }) => ({ enabled });
  const featured = (name: keyof typeof DEFAULT_FEATURES) => {
    const { enabled = false, features } = given[name] ?? {};
    return { enabled, features: enabled ? { ...DEFAULT_FEATURES[name], ...features } : null };
  };
  return {
    active_entitlements: plain(given.active_entitlements),
    buy_button: plain(given.buy_button),
    customer_portal: plain(given.customer_portal),
    customer_sheet: featured('customer_sheet'),
    mobile_payment_element: featured('mobile_payment_element'),
    payment_element: featured('payment_element'),
    pricing_table: plain(given.pricing_table),
  };
}

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const customer = requireCustomer(context, params.customer, 'customer');
  const components = readComponents(params.components);
  if (!Object.values(components).some(({ enabled }) => enabled)) {
    throw rejected('At least one component must be enabled.', { param: 'components' });
  }
  const created = context.time.now();
  return {
    object: 'customer_session',
    client_secret: `cuss_secret_${randomText(44)}`,
    components,
    created,
    customer: customer.id,
    customer_account: null,
    expires_at: created + LASTS_SECONDS,
    livemode: false,
  };
}
