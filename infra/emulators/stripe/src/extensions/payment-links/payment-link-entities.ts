import type { CheckoutSession } from '../../checkout/checkout-entities.ts';
import type { JsonObject } from '../../description/json-object.ts';
import type { Labelled } from '../../kinds/store/entity.ts';
import { collectionOf } from '../../kinds/store/store.ts';

export interface PaymentLink extends Labelled {
  readonly active: boolean;
  readonly inactive_message: string | null;
  /** Null to confirm on a page of the emulator. */
  readonly redirect_url: string | null;
  /** Shown on that page. */
  readonly confirmation: string | null;
  /** After how many purchases the link is inactive; null if never. */
  readonly limit: number | null;
  readonly customer_creation: 'always' | 'if_required';
  /** The prices of the catalogue that it sells. */
  readonly prices: readonly string[];
  /** The parameters of its sessions, as read. */
  readonly given: JsonObject;
  /** The session that the parameters lead to; each visitor gets their own. */
  readonly template: CheckoutSession;
}

export const links = collectionOf<PaymentLink>('paymentLinks');
