import type { Packet } from '../wire/packet.ts';

/** A socket or a long poll connection to one client. */
export interface Transport {
  send(packet: Packet): void;
  close(reason: string): void;
}
