/** The API's error catalogue: code → HTTP status and a message that is safe to show. */

export const ERRORS = {
  validation_failed: { status: 400, message: 'The request is invalid.' },
  webhook_signature_invalid: { status: 400, message: 'The webhook signature is invalid.' },
  unauthenticated: { status: 401, message: 'Please sign in again.' },
  password_needed: { status: 401, message: 'Please enter your password again.' },
  forbidden: { status: 403, message: 'This resource belongs to another account.' },
  not_found: { status: 404, message: 'Nothing was found at this address.' },
  checkout_session_not_found: { status: 404, message: 'This checkout session does not exist.' },
  no_subscription: { status: 404, message: 'This account has no subscription to manage.' },
  method_not_allowed: { status: 405, message: 'This address does not support this method.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  plan_already_active: { status: 409, message: 'This account already has a plan.' },
  plan_unchanged: { status: 409, message: 'This account already has this plan.' },
  plan_ending: { status: 409, message: 'This plan is set to end. Keep it before switching to another.' },
  plan_past_due: {
    status: 409,
    message: 'A payment for this plan is overdue. Pay it before switching to another.',
  },
  plan_change_unpaid: {
    status: 409,
    message: 'The card did not pay for the change, so the plan is unchanged.',
  },
  plan_not_for_sale: { status: 409, message: 'This plan is not for sale at the moment.' },
  plan_managed: { status: 409, message: 'This plan was arranged with our team. Write to us to change it.' },
  payment_incomplete: { status: 409, message: 'This checkout session has not been paid.' },
  subscription_ended: { status: 409, message: "This checkout session's subscription has ended." },
  checkout_in_progress: { status: 409, message: 'Another checkout is already in progress for this account.' },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'The content type must be application/json.' },
  rate_limited: { status: 429, message: 'Too many requests. Please try again in a moment.' },
  headers_too_large: { status: 431, message: 'The request headers are too large.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  dependency_rejected: {
    status: 503,
    message: 'This does not work at the moment. We have been told and will fix it.',
  },
  dependency_unavailable: {
    status: 503,
    message: 'A service we depend on is unavailable. Please try again shortly.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];
