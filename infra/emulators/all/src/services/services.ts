export const SERVICES = ['stripe', 'identity', 'database', 'scheduling', 'console'] as const;
export type Service = (typeof SERVICES)[number];

/** Services that the console shows and therefore requires. */
export const SHOWN_SERVICES: readonly Service[] = ['stripe', 'identity', 'database', 'scheduling'];

export function isService(name: string): name is Service {
  return SERVICES.some((service) => service === name);
}
