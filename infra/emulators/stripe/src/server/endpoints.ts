import { manageInvoiceItemEndpoints } from '../billing/invoices/invoice-items.ts';
import { invoiceLineEndpoints } from '../billing/invoices/invoice-lines.ts';
import { invoicePaymentEndpoints } from '../billing/invoices/invoice-payments.ts';
import { invoicePreviewEndpoints } from '../billing/invoices/invoice-previews.ts';
import { invoiceTransitionEndpoints } from '../billing/invoices/invoice-transitions.ts';
import { invoiceEndpoints } from '../billing/invoices/invoices.ts';
import { manageInvoiceEndpoints } from '../billing/invoices/manage-invoices.ts';
import { createSubscriptionEndpoints } from '../billing/subscriptions/create-subscription.ts';
import { customerSubscriptionEndpoints } from '../billing/subscriptions/customer-subscriptions.ts';
import { listSubscriptionEndpoints } from '../billing/subscriptions/list-subscriptions.ts';
import { subscriptionDiscountEndpoints } from '../billing/subscriptions/subscription-discounts.ts';
import { manageSubscriptionItemEndpoints } from '../billing/subscriptions/subscription-items.ts';
import { subscriptionScheduleEndpoints } from '../billing/subscriptions/subscription-schedules.ts';
import { subscriptionEndpoints } from '../billing/subscriptions/subscriptions.ts';
import { taxRegistrationEndpoints } from '../billing/tax/tax-registrations.ts';
import { testClockEndpoints } from '../billing/test-clocks.ts';
import { couponEndpoints } from '../catalogue/coupons.ts';
import { planEndpoints } from '../catalogue/plans.ts';
import { priceEndpoints, productEndpoints } from '../catalogue/products-and-prices.ts';
import { promotionCodeEndpoints } from '../catalogue/promotion-codes.ts';
import { shippingRateEndpoints } from '../catalogue/shipping-rates.ts';
import { taxCodeEndpoints } from '../catalogue/tax-codes.ts';
import { taxRateEndpoints } from '../catalogue/tax-rates.ts';
import { checkoutSessionEndpoints } from '../checkout/checkout-sessions.ts';
import { customerBalanceEndpoints } from '../customers/balance-transactions-of-customers.ts';
import { customerSessionEndpoints } from '../customers/customer-sessions.ts';
import { customerEndpoints } from '../customers/customers.ts';
import { ephemeralKeyEndpoints } from '../customers/ephemeral-keys.ts';
import { cardSourceEndpoints } from '../customers/methods/card-sources.ts';
import { managePaymentMethodEndpoints } from '../customers/methods/manage-payment-methods.ts';
import { paymentMethodEndpoints } from '../customers/methods/payment-methods.ts';
import { tokenEndpoints } from '../customers/methods/tokens.ts';
import { taxIdEndpoints } from '../customers/tax-ids.ts';
import { accountLinkEndpoints } from '../extensions/connect/account-links.ts';
import { accountEndpoints } from '../extensions/connect/accounts.ts';
import { applicationFeeEndpoints } from '../extensions/connect/application-fees.ts';
import { capabilityEndpoints } from '../extensions/connect/capabilities.ts';
import { externalAccountEndpoints } from '../extensions/connect/external-accounts.ts';
import { personEndpoints } from '../extensions/connect/persons.ts';
import { transferEndpoints } from '../extensions/connect/transfers.ts';
import { creditNoteEndpoints } from '../extensions/credit-notes/credit-notes.ts';
import { domainEndpoints } from '../extensions/domains/domains.ts';
import { fileEndpoints } from '../extensions/files/files.ts';
import { payoutEndpoints } from '../extensions/payouts/payouts.ts';
import { taxCalculationEndpoints } from '../extensions/tax-calculations/tax-calculations.ts';
import { taxReversalEndpoints } from '../extensions/tax-calculations/tax-reversals.ts';
import { taxTransactionEndpoints } from '../extensions/tax-calculations/tax-transactions.ts';
import type { Endpoint } from '../kinds/endpoint.ts';
import { eventEndpoints } from '../kinds/events/events.ts';
import { webhookEndpointEndpoints } from '../kinds/events/webhook-endpoints.ts';
import { balanceEndpoints } from '../payments/balance-transactions.ts';
import { chargeEndpoints } from '../payments/charges.ts';
import { confirmationTokenEndpoints } from '../payments/confirmation-tokens.ts';
import { mandateEndpoints } from '../payments/debits/mandates.ts';
import { disputeEndpoints } from '../payments/disputes/disputes.ts';
import { fraudWarningEndpoints } from '../payments/disputes/fraud-warnings.ts';
import { paymentIntentTransitionEndpoints } from '../payments/payment-intent-transitions.ts';
import { paymentIntentEndpoints } from '../payments/payment-intents.ts';
import { refundEndpoints } from '../payments/refunds.ts';
import { setupAttemptEndpoints } from '../payments/setup-attempts.ts';
import { setupIntentEndpoints } from '../payments/setup-intents.ts';
import { portalConfigurationEndpoints } from '../portal/portal-configurations.ts';
import { portalSessionEndpoints } from '../portal/portal-sessions.ts';
import { emptyListEndpoints } from './empty-lists.ts';
import { searchEndpoints } from './search.ts';

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
