/** The services of docker-compose.yml and whether they publish a port. */
export const SERVICES = [
  { service: 'door', published: true },
  { service: 'web', published: false },
  { service: 'web-standby', published: false },
  { service: 'api', published: false },
  { service: 'api-standby', published: false },
  { service: 'stripe-mock', published: false },
  { service: 'stripe', published: false },
  { service: 'firebase', published: false },
  { service: 'scheduling', published: false },
  { service: 'console', published: true },
] as const;
