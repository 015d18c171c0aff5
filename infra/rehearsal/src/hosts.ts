/** The site and Firebase project under realistic names, none of them an emulator's. */
export const SITE_HOST = 'www.outharbor.test';
export const PROJECT_ID = 'outharbor-live';
export const DATABASE_HOST = `${PROJECT_ID}-default-rtdb.firebaseio.com`;
/** The host to which the database redirects clients from their second connection on. */
export const SECOND_DATABASE_HOST = 's-usc1c-nss-2107.firebaseio.com';
export const CHECKOUT_HOST = 'checkout.stripe.com';
export const PORTAL_HOST = 'billing.stripe.com';
export const SCHEDULING_HOST = 'calendly.com';

/** The host names used by the live system, by service; docs/going-live.md lists the same. */
export const HOSTS = {
  site: [SITE_HOST],
  identity: [
    'identitytoolkit.googleapis.com',
    'securetoken.googleapis.com',
    'oauth2.googleapis.com',
    'www.googleapis.com',
  ],
  database: [DATABASE_HOST, SECOND_DATABASE_HOST],
  stripe: ['api.stripe.com', CHECKOUT_HOST, PORTAL_HOST],
  scheduling: [SCHEDULING_HOST],
} as const;

export const ALL_HOSTS: readonly string[] = Object.values(HOSTS).flat();
