/** The site, and the Firebase project, as an operator would name them. No name of an emulator's appears anywhere. */
export const SITE_HOST = 'www.outharbor.test';
export const PROJECT_ID = 'outharbor-live';
export const DATABASE_HOST = `${PROJECT_ID}-default-rtdb.firebaseio.com`;
/** Where the database sends its clients from their second connection on. */
export const SECOND_DATABASE_HOST = 's-usc1c-nss-2107.firebaseio.com';
export const CHECKOUT_HOST = 'checkout.stripe.com';
export const PORTAL_HOST = 'billing.stripe.com';
export const SCHEDULING_HOST = 'calendly.com';

/** Every name that the live system speaks to, by the service behind it. docs/going-live.md lists the same. */
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

export type Service = keyof typeof HOSTS;

export const ALL_HOSTS: readonly string[] = Object.values(HOSTS).flat();
