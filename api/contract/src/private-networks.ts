/**
 * Private, carrier-grade NAT, loopback and link-local networks. No visitor has such an address: a request
 * from one came through a proxy that hides the visitor.
 */
export const PRIVATE_NETWORKS = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
  '::1/128',
] as const;
