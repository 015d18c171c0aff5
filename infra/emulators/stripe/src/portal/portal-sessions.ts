import type Stripe from 'stripe';
import { requireCustomer } from '../customers/customer.ts';
import { rejected } from '../description/api-error.ts';
import { type Context, originFor } from '../kinds/context.ts';
import { type Endpoint, post } from '../kinds/endpoint.ts';
import { emit, newId } from '../kinds/objects.ts';
import { describedParams } from '../kinds/params/as-described.ts';
import { object } from '../kinds/params/composite.ts';
import { onlyShown, optional, text } from '../kinds/params/reader.ts';
import { url } from '../kinds/params/texts.ts';
import { randomText } from '../kinds/random-text.ts';
import { shown, unset } from '../kinds/store/kind-type.ts';
import {
  DEFAULT_CONFIGURATION,
  type PortalConfiguration,
  type PortalSession,
  requireConfiguration,
} from './portal-entities.ts';
import { flowParam, readFlow } from './portal-flow.ts';

const TYPE = 'billing_portal.session';

const show = shown<Stripe.BillingPortal.Session>(TYPE, {
  after_expiration: null,
  ...unset<Stripe.BillingPortal.Session>(TYPE),
});

function portalSessionWire(
  { settings }: Context,
  { secret, ...session }: PortalSession,
): Stripe.BillingPortal.Session {
  const page = `${settings.portalUrl ?? originFor(settings, session.return_url)}${settings.pagesPath}/p/session/${secret}`;
  return show(session, { url: session.flow === null ? page : `${page}/flow` });
}

const described = describedParams<Stripe.BillingPortal.SessionCreateParams>(
  'POST /v1/billing_portal/sessions',
);

const createParams = object({
  ...described('configuration'),
  ...onlyShown(described('locale')),
  customer: text(),
  flow_data: optional(flowParam),
  return_url: optional(url),
});

export const portalSessionEndpoints: readonly Endpoint[] = [
  post('/v1/billing_portal/sessions', createParams, (context, params) => {
    const customer = requireCustomer(context, params.customer, 'customer');
    const configuration = findConfiguration(context, params.configuration);
    const owner = { customer: customer.id, features: configuration.features };
    const session = context.store.portalSessions.put({
      id: newId('bps'),
      created: context.time.now(),
      customer: customer.id,
      configuration: configuration.id,
      flow: params.flow_data === undefined ? null : readFlow(context, owner, params.flow_data),
      locale: params.locale ?? null,
      return_url: params.return_url ?? configuration.default_return_url,
      secret: `${context.livemode ? 'live' : 'test'}_${randomText(40)}`,
    });
    const wire = portalSessionWire(context, session);
    emit(context, 'billing_portal.session.created', wire);
    return wire;
  }),
];

function findConfiguration(context: Context, id: string | undefined): PortalConfiguration {
  if (id === undefined && context.settings.switches.portalSettings === 'never_saved') {
    throw noDefault(context);
  }
  const configuration = requireConfiguration(context, id ?? DEFAULT_CONFIGURATION, 'configuration');
  if (configuration.active) return configuration;
  throw rejected('The configuration is not active.', 'configuration');
}

function noDefault({ livemode }: Context): Error {
  const mode = livemode ? 'live' : 'test';
  const place = `https://dashboard.stripe.com/${livemode ? '' : 'test/'}settings/billing/portal`;
  return rejected(
    `No configuration provided and your ${mode} mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in ${mode} mode at ${place}.`,
  );
}
