/** Checkout session parameters that Stripe supports and the emulator rejects with 501. */
export const UNSUPPORTED_SESSION_PARAMS: readonly string[] = [
  'after_expiration',
  'branding_settings',
  'customer_account',
  'excluded_payment_method_types',
  'integration_identifier',
  'managed_payments',
  'optional_items',
  'origin_context',
  'payment_method_configuration',
  'payment_method_data',
  'permissions',
  'saved_payment_method_options',
  'wallet_options',
];
