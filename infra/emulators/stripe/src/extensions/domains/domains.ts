import type Stripe from 'stripe';
import { type Endpoint, nothing, post } from '../../kinds/endpoint.ts';
import { finder, newId } from '../../kinds/objects.ts';
import { callParams } from '../../kinds/params/as-described.ts';
import { alone, type Part } from '../../kinds/part.ts';
import { resource } from '../../kinds/resource.ts';
import type { Collection } from '../../kinds/store/collection.ts';
import { type Entity, shown } from '../../kinds/store/kind-type.ts';

/** A website whose pages may offer payment methods that ask for its registration. */
interface PaymentMethodDomain extends Entity {
  readonly domain_name: string;
  readonly enabled: boolean;
}

/** The same for Apple Pay alone. */
type ApplePayDomain = Omit<PaymentMethodDomain, 'enabled'>;

const PATH = '/v1/payment_method_domains';
const APPLE_PAY = '/v1/apple_pay/domains';

const ACTIVE = { status: 'active' } as const;

const domainWire = shown<Stripe.PaymentMethodDomain>('payment_method_domain', {
  amazon_pay: ACTIVE,
  apple_pay: ACTIVE,
  google_pay: ACTIVE,
  klarna: ACTIVE,
  link: ACTIVE,
  paypal: ACTIVE,
});
const applePayWire = shown<Stripe.ApplePayDomain>('apple_pay_domain', {});

const knownDomains = resource(
  PATH,
  finder('payment_method_domain', 'paymentMethodDomains'),
  alone(domainWire),
);

const applePayDomains = resource(
  APPLE_PAY,
  finder('apple_pay_domain', 'applePayDomains'),
  alone(applePayWire),
);

const domainEndpoints: readonly Endpoint[] = [
  post(PATH, callParams<Stripe.PaymentMethodDomainCreateParams>(`POST ${PATH}`), (context, params) => {
    const { domain_name, enabled = true } = params;
    const known = findDomain(context.store.paymentMethodDomains, domain_name);
    if (known !== undefined) return domainWire(known);
    return knownDomains.created(context, { id: newId('pmd'), domain_name, enabled });
  }),
  knownDomains.list({
    fields: ['domain_name', 'enabled'],
  }),
  knownDomains.retrieve,
  knownDomains.update(
    callParams<Stripe.PaymentMethodDomainUpdateParams>(`POST ${PATH}/:id`),
    ({ enabled }) => ({
      enabled,
    }),
  ),
  // Every method is active from the start, so there is nothing left to verify.
  knownDomains.action('validate', nothing, (_context, domain) => domain),
  post(
    APPLE_PAY,
    callParams<Stripe.ApplePayDomainCreateParams>(`POST ${APPLE_PAY}`),
    (context, { domain_name }) => {
      const known = findDomain(context.store.applePayDomains, domain_name);
      if (known !== undefined) return applePayWire(known);
      return applePayDomains.created(context, { id: newId('apwc'), domain_name });
    },
  ),
  applePayDomains.list({ fields: ['domain_name'] }),
  applePayDomains.retrieve,
  applePayDomains.removal('apple_pay_domain', ({ store }, { id }) => store.applePayDomains.delete(id)),
];

/** A domain that is registered again stays as it is. */
function findDomain<T extends ApplePayDomain>(among: Collection<T>, name: string): T | undefined {
  const [known] = among.newestFirst(({ domain_name }) => domain_name === name);
  return known;
}

declare module '../../kinds/store/store.ts' {
  interface Store {
    readonly paymentMethodDomains: Collection<PaymentMethodDomain>;
    readonly applePayDomains: Collection<ApplePayDomain>;
  }
}

export const domains: Part = {
  collections: { applePayDomains: null, paymentMethodDomains: null },
  endpoints: domainEndpoints,
};
