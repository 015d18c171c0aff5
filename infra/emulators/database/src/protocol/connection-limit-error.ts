import { DatabaseError } from '../tree/database-error.ts';
import type { Packet } from '../wire/packet.ts';
import { controlPacket } from './messages.ts';

/** The namespace has as many clients as its plan allows. */
export class ConnectionLimitError extends DatabaseError {
  constructor(namespace: string) {
    const limit = `The Firebase database '${namespace}' has reached its peak connections limit.`;
    super('unavailable', `${limit} If you are the Firebase owner, consider upgrading.`);
    this.name = 'ConnectionLimitError';
  }

  /** Makes the client disconnect and not reconnect; every SDK honors it. */
  toPacket(): Packet {
    return controlPacket('s', this.message);
  }
}
