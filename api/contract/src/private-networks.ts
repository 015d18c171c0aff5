/**
 * Networks of which no visitor on the internet has an address: what comes from one was passed on by a proxy that hides
 * the visitor. Private, carrier-grade NAT, loopback and link-local.
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
