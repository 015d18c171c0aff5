import { BlockList, isIPv4 } from 'node:net';
import { PRIVATE_NETWORKS } from '@outharbor/contract/private-networks';

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

const PRIVATE = new BlockList();
for (const network of PRIVATE_NETWORKS) {
  const [address = '', prefix] = network.split('/');
  PRIVATE.addSubnet(address, Number(prefix), familyOf(address));
}

/** Whether `address` can belong to a visitor rather than to a proxy in front of this process. */
export function isVisitorAddress(address: string): boolean {
  return !PRIVATE.check(address, familyOf(address));
}
