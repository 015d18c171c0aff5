import type { Emulators } from '../start-emulators.ts';

/** What `--json` prints, and `connectNamespace` takes. */
export function listAddresses({ stripe, identity, database, scheduling, console, https }: Emulators): object {
  return {
    ...(stripe && {
      stripe: { url: stripe.url, controlUrl: stripe.controlUrl, secretKey: stripe.secretKey },
    }),
    ...(identity && {
      identity: { url: identity.url, controlUrl: identity.controlUrl, projectId: identity.projectId },
    }),
    ...(database && { database: { url: database.url, controlUrl: database.controlUrl } }),
    ...(scheduling && {
      scheduling: {
        url: scheduling.url,
        controlUrl: scheduling.controlUrl,
        apiToken: scheduling.apiToken,
        eventTypeUrl: scheduling.eventTypeUrl,
      },
    }),
    ...(console && { console: { url: console.url } }),
    ...(https && { https }),
  };
}
