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

/** The services of `auth,database`. Throws a RangeError that names any other. */
export function firebaseServices(list: string): Service[] {
  return list.split(',').map((name) => {
    const service = FIREBASE_SERVICES[name.trim()];
    if (service !== undefined) return service;
    throw new RangeError(
      `There is no emulator ${name} here: --only takes ${Object.keys(FIREBASE_SERVICES).join(', ')}.`,
    );
  });
}
