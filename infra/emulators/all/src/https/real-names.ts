import { SERVICES as IDENTITY_HOSTS } from '@outharbor/identity-emulator/service-hosts';
import type { Service } from '../services/services.ts';

type Named = Exclude<Service, 'console'>;

/** The host names of the real services; `*.` stands for one label. */
const REAL_NAMES: Readonly<Record<Named, readonly string[]>> = {
  stripe: ['api.stripe.com', 'checkout.stripe.com', 'billing.stripe.com', 'invoice.stripe.com'],
  identity: Object.values(IDENTITY_HOSTS),
  database: [
    '*.firebaseio.com',
    '*.europe-west1.firebasedatabase.app',
    '*.asia-southeast1.firebasedatabase.app',
  ],
  scheduling: ['api.calendly.com', 'calendly.com'],
};

export const ALL_REAL_NAMES: readonly string[] = Object.values(REAL_NAMES).flat();

/** The service whose name it is. */
export function serviceNamed(host: string): Named | undefined {
  const pattern = host.replace(/^[^.]+\./, '*.');
  const services = Object.keys(REAL_NAMES) as Named[];
  return services.find((service) => REAL_NAMES[service].some((name) => name === host || name === pattern));
}
