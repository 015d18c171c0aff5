import type { Shipping } from './customer-entities.ts';

interface Sent {
  readonly shipping?: Shipping | null | undefined;
}

export function sentToWire({ shipping }: Sent) {
  return shipping == null ? null : { ...shipping, carrier: null, tracking_number: null };
}
