import type Stripe from 'stripe';
import { rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, post } from '../kinds/endpoint.ts';
import { callParams } from '../kinds/params/as-described.ts';
import { integer, type ReadValue, text } from '../kinds/params/reader.ts';
import { randomText } from '../kinds/random-text.ts';
import { requireCustomer } from './customer.ts';

const PATH = '/v1/customer_sessions';

interface Own {
  readonly components: Readonly<Record<string, { readonly enabled: boolean; readonly features?: object }>>;
  readonly customer: string;
}

const createParams = callParams<Stripe.CustomerSessionCreateParams, Own>(`POST ${PATH}`, {
  'components[payment_element][features][payment_method_redisplay_limit]': integer(1, 10),
  'customer!': text(),
  customer_account: null,
});

export const customerSessionEndpoints: readonly Endpoint[] = [post(PATH, createParams, create)];

const LASTS_SECONDS = 30 * 60;

/** What a component does unless the request says otherwise; null for one that has no features. */
const FEATURES = {
  active_entitlements: null,
  buy_button: null,
  customer_portal: null,
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
  pricing_table: null,
} as const;

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const customer = requireCustomer(context, params.customer, 'customer');
  const components = Object.entries(FEATURES).map(([name, standard]) => {
    const { enabled, features } = params.components[name] ?? { enabled: false };
    const shown = enabled ? { ...standard, ...features } : null;
    return [name, { enabled, ...(standard !== null && { features: shown }) }] as const;
  });
  if (!components.some(([, { enabled }]) => enabled)) {
    throw rejected('At least one component must be enabled.', 'components');
  }
  const created = context.time.now();
  return {
    object: 'customer_session',
    client_secret: `cuss_secret_${randomText(44)}`,
    components: Object.fromEntries(components),
    created,
    customer: customer.id,
    customer_account: null,
    expires_at: created + LASTS_SECONDS,
    livemode: false,
  };
}
