export { entitlements } from './entitlements/entitlements.ts';
export { meters } from './meters/meters.ts';
export { paymentLinks } from './payment-links/payment-links.ts';
