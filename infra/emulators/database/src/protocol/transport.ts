import type { Packet } from '../wire/packet.ts';

/** The way to one client: a socket or a long poll. */
export interface Transport {
  send(packet: Packet): void;
  /** Ends the connection from this side. */
  close(reason: string): void;
}
