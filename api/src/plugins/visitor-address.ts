import { BlockList, isIPv4 } from 'node:net';

/** Addresses that no visitor has on the internet: what comes from one was passed on by a proxy that hides the visitor. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');
PRIVATE.addAddress('::1', 'ipv6');

/** Whether `address` can be a visitor's own, and not that of a proxy in front of this process. */
export function isVisitorAddress(address: string): boolean {
  return !PRIVATE.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
