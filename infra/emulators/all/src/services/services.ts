export const SERVICES = ['stripe', 'identity', 'database', 'scheduling', 'console'] as const;
export type Service = (typeof SERVICES)[number];

export function isService(name: string): name is Service {
  return SERVICES.some((service) => service === name);
}
