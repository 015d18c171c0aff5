import type { Endpoint } from '../http/endpoint.ts';
import { accountEndpoints } from './account.ts';
import { accountLinkEndpoints } from './account-links.ts';
import { applicationFeeEndpoints } from './application-fees.ts';
import { balanceEndpoints } from './balance-transactions.ts';
import { capabilityEndpoints } from './capabilities.ts';
import { cardSourceEndpoints } from './card-sources.ts';
import { priceEndpoints, productEndpoints } from './catalogue.ts';
import { chargeEndpoints } from './charges.ts';
import { checkoutSessionEndpoints } from './checkout-sessions.ts';
import { confirmationTokenEndpoints } from './confirmation-tokens.ts';
import { couponEndpoints } from './coupons.ts';
import { createSubscriptionEndpoints } from './create-subscription.ts';
import { creditNoteEndpoints } from './credit-notes.ts';
import { customerBalanceEndpoints } from './customer-balance.ts';
import { customerSessionEndpoints } from './customer-sessions.ts';
import { customerSubscriptionEndpoints } from './customer-subscriptions.ts';
import { customerEndpoints } from './customers.ts';
import { disputeEndpoints } from './disputes.ts';
import { domainEndpoints } from './domains.ts';
import { emptyListEndpoints } from './empty-lists.ts';
import { ephemeralKeyEndpoints } from './ephemeral-keys.ts';
import { eventEndpoints } from './events.ts';
import { externalAccountEndpoints } from './external-accounts.ts';
import { fileEndpoints } from './files.ts';
import { fraudWarningEndpoints } from './fraud-warnings.ts';
import { invoiceLineEndpoints } from './invoice-lines.ts';
import { invoicePaymentEndpoints } from './invoice-payments.ts';
import { invoicePreviewEndpoints } from './invoice-previews.ts';
import { invoiceTransitionEndpoints } from './invoice-transitions.ts';
import { invoiceEndpoints } from './invoices.ts';
import { listSubscriptionEndpoints } from './list-subscriptions.ts';
import { manageInvoiceItemEndpoints } from './manage-invoice-items.ts';
import { manageInvoiceEndpoints } from './manage-invoices.ts';
import { managePaymentMethodEndpoints } from './manage-payment-methods.ts';
import { manageSubscriptionItemEndpoints } from './manage-subscription-items.ts';
import { mandateEndpoints } from './mandates.ts';
import { paymentIntentTransitionEndpoints } from './payment-intent-transitions.ts';
import { paymentIntentEndpoints } from './payment-intents.ts';
import { paymentMethodEndpoints } from './payment-methods.ts';
import { payoutEndpoints } from './payouts.ts';
import { personEndpoints } from './persons.ts';
import { planEndpoints } from './plans.ts';
import { portalConfigurationEndpoints } from './portal-configurations.ts';
import { portalSessionEndpoints } from './portal-sessions.ts';
import { promotionCodeEndpoints } from './promotion-codes.ts';
import { refundEndpoints } from './refunds.ts';
import { searchEndpoints } from './search.ts';
import { setupAttemptEndpoints } from './setup-attempts.ts';
import { setupIntentEndpoints } from './setup-intents.ts';
import { shippingRateEndpoints } from './shipping-rates.ts';
import { subscriptionDiscountEndpoints } from './subscription-discounts.ts';
import { subscriptionScheduleEndpoints } from './subscription-schedules.ts';
import { subscriptionEndpoints } from './subscriptions.ts';
import { taxCalculationEndpoints } from './tax-calculations.ts';
import { taxCodeEndpoints } from './tax-codes.ts';
import { taxIdEndpoints } from './tax-ids.ts';
import { taxRateEndpoints } from './tax-rates.ts';
import { taxRegistrationEndpoints } from './tax-registrations.ts';
import { taxReversalEndpoints } from './tax-reversals.ts';
import { taxTransactionEndpoints } from './tax-transactions.ts';
import { testClockEndpoints } from './test-clocks.ts';
import { tokenEndpoints } from './tokens.ts';
import { transferEndpoints } from './transfers.ts';
import { webhookEndpointEndpoints } from './webhook-endpoints.ts';

/** Those that no feature adds. */
export const CORE_ENDPOINTS: readonly Endpoint[] = [
  ...accountEndpoints,
  ...accountLinkEndpoints,
  ...capabilityEndpoints,
  ...externalAccountEndpoints,
  ...personEndpoints,
  ...applicationFeeEndpoints,
  ...balanceEndpoints,
  ...cardSourceEndpoints,
  ...checkoutSessionEndpoints,
  ...customerBalanceEndpoints,
  ...confirmationTokenEndpoints,
  ...couponEndpoints,
  ...creditNoteEndpoints,
  ...customerEndpoints,
  ...disputeEndpoints,
  ...mandateEndpoints,
  ...domainEndpoints,
  ...emptyListEndpoints,
  ...ephemeralKeyEndpoints,
  ...eventEndpoints,
  ...fileEndpoints,
  ...fraudWarningEndpoints,
  ...customerSessionEndpoints,
  ...customerSubscriptionEndpoints,
  ...payoutEndpoints,
  ...invoiceEndpoints,
  ...invoiceLineEndpoints,
  ...manageInvoiceEndpoints,
  ...invoiceTransitionEndpoints,
  ...manageInvoiceItemEndpoints,
  ...managePaymentMethodEndpoints,
  ...manageSubscriptionItemEndpoints,
  ...invoicePreviewEndpoints,
  ...priceEndpoints,
  ...productEndpoints,
  ...createSubscriptionEndpoints,
  ...subscriptionEndpoints,
  ...listSubscriptionEndpoints,
  ...invoicePaymentEndpoints,
  ...paymentIntentEndpoints,
  ...paymentIntentTransitionEndpoints,
  ...paymentMethodEndpoints,
  ...chargeEndpoints,
  ...planEndpoints,
  ...portalConfigurationEndpoints,
  ...portalSessionEndpoints,
  ...promotionCodeEndpoints,
  ...refundEndpoints,
  ...setupAttemptEndpoints,
  ...setupIntentEndpoints,
  ...subscriptionDiscountEndpoints,
  ...subscriptionScheduleEndpoints,
  ...taxCalculationEndpoints,
  ...taxCodeEndpoints,
  ...taxIdEndpoints,
  ...shippingRateEndpoints,
  ...taxRateEndpoints,
  ...taxRegistrationEndpoints,
  ...taxReversalEndpoints,
  ...taxTransactionEndpoints,
  ...testClockEndpoints,
  ...tokenEndpoints,
  ...transferEndpoints,
  ...webhookEndpointEndpoints,
  ...searchEndpoints,
];
