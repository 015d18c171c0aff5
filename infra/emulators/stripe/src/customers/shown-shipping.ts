import type { Shipping } from '../kinds/params/shipping.ts';

interface Sent {
  readonly shipping?: Shipping | null | undefined;
}

export function sentToWire({ shipping }: Sent) {
  return shipping == null ? null : { ...shipping, carrier: null, tracking_number: null };
}
