/** Each line is a folder that can be deleted together with it. */
export { connect } from './connect/connect.ts';
export { creditNotes } from './credit-notes/credit-notes-extension.ts';
export { domains } from './domains/domains.ts';
export { entitlements } from './entitlements/entitlements.ts';
export { files } from './files/files-extension.ts';
export { meters } from './meters/meters.ts';
export { paymentLinks } from './payment-links/payment-links.ts';
export { payouts } from './payouts/payouts-extension.ts';
export { quotes } from './quotes/quotes-extension.ts';
export { stripeCli } from './stripe-cli/stripe-cli.ts';
export { stripeJs } from './stripe-js/stripe-js.ts';
export { taxCalculations } from './tax-calculations/tax-calculations-extension.ts';
