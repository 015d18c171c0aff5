/** For the API's environment: a busy machine takes longer to answer than a person would wait. */
export const PATIENT_API = {
  REQUEST_TIMEOUT_MS: '60000',
  STRIPE_TIMEOUT_MS: '60000',
  DATABASE_TIMEOUT_MS: '60000',
  IDENTITY_TIMEOUT_MS: '60000',
};
