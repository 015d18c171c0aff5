import type Stripe from 'stripe';
import { unset } from '../../kinds/store/kind-type.ts';
import { checksWire, type PaymentMethod, shownCard } from './payment-method.ts';
import type { CardBrand } from './test-card.ts';
import { testCardByName } from './test-cards.ts';

const BRANDS: Readonly<Record<CardBrand, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'MasterCard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Fields that Stripe answers although its description does not have them. */
interface UndescribedFields {
  readonly email: string | null;
  readonly phone: string | null;
  readonly wallet: null;
}

/** A card in the form of a source. */
export function cardSourceWire({
  id,
  allow_redisplay,
  billing_details,
  card,
  customer,
  metadata,
}: PaymentMethod): Stripe.Card & UndescribedFields {
  const { brand } = testCardByName(card.testCard);
  const { address, email, name, phone } = billing_details;
  const checks = checksWire(card, billing_details);
  return {
    ...unset<Stripe.Card>('card'),
    ...shownCard(card),
    id,
    object: 'card',
    address_city: address?.city ?? null,
    address_country: address?.country ?? null,
    address_line1: address?.line1 ?? null,
    address_line1_check: checks.address_line1_check,
    address_line2: address?.line2 ?? null,
    address_state: address?.state ?? null,
    address_zip: address?.postal_code ?? billing_details.postal_code,
    address_zip_check: checks.address_postal_code_check,
    allow_redisplay: allow_redisplay ?? 'unspecified',
    brand: BRANDS[brand],
    customer,
    cvc_check: checks.cvc_check,
    email,
    metadata,
    name,
    phone,
  };
}
