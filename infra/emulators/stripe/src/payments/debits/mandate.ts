import type Stripe from 'stripe';
import { type MethodType, methodType } from '../../customers/methods/card.ts';
import type { Context } from '../../kinds/context.ts';
import type { Endpoint } from '../../kinds/endpoint.ts';
import { finder } from '../../kinds/objects.ts';
import { resource } from '../../kinds/resource.ts';
import { type Entity, type Kept, shown, unset } from '../../kinds/store/kind-type.ts';

/** The permission to debit a bank account, or to use again what redirects. */
export interface Mandate extends Entity {
  readonly payment_method: string;
  /** Undefined parts of an online acceptance are not known. */
  readonly customer_acceptance: Kept<Stripe.Mandate>['customer_acceptance'];
  readonly status: 'active' | 'inactive' | 'pending';
  /** The one payment that it allows; null if it allows any. */
  readonly payment: { readonly amount: number; readonly currency: string } | null;
  readonly on_behalf_of?: string;
}

const show = shown<Stripe.Mandate>('mandate', {}, ['created', 'payment']);

export function mandateWire({ settings, store }: Context, mandate: Mandate): Stripe.Mandate {
  const { customer_acceptance: acceptance, id, payment } = mandate;
  const method = store.paymentMethods.get(mandate.payment_method);
  const type = method === undefined ? 'card' : methodType(method.card);
  const url = `${settings.publicUrl}${settings.pagesPath}/mandates/${id}`;
  return show(mandate, {
    customer_acceptance: { ...acceptance, accepted_at: acceptance.accepted_at ?? mandate.created },
    payment_method_details: { type, [type]: details(type, id, url) },
    ...(payment === null
      ? { multi_use: {}, type: 'multi_use' }
      : { single_use: payment, type: 'single_use' }),
  });
}

/** What the customer is shown: its reference, and a page that the emulator does not have. */
function details(type: MethodType, id: string, url: string): object {
  const reference = id.slice(-16).toUpperCase();
  if (type === 'sepa_debit') return { reference, url };
  if (type === 'au_becs_debit') return { url };
  if (type === 'acss_debit') {
    return { interval_description: null, payment_schedule: 'sporadic', transaction_type: 'personal' };
  }
  if (type !== 'bacs_debit') return unset(`mandate_${type}`);
  return {
    display_name: null,
    network_status: 'accepted',
    reference,
    revocation_reason: null,
    service_user_number: null,
    url,
  };
}

const mandates = resource('/v1/mandates', finder('mandate', 'mandates'), mandateWire);

export const mandateEndpoints: readonly Endpoint[] = [mandates.retrieve];
