export const SERVICES = ['stripe', 'identity', 'database', 'scheduling', 'console'] as const;
export type Service = (typeof SERVICES)[number];

export function isService(name: string): name is Service {
  return SERVICES.some((service) => service === name);
}

/** The emulators of firebase-tools, and ours for them. */
export const FIREBASE_SERVICES: Readonly<Record<string, Service>> = {
  auth: 'identity',
  database: 'database',
  ui: 'console',
};
