import { Agent } from 'node:https';
import { connect } from 'node:net';

/** Sends an SDK's HTTPS requests to a plain HTTP server on this machine. */
export class PlainAgent extends Agent {
  readonly #port: number;

  constructor(port: number, keepAlive = false) {
    super({ keepAlive });
    this.#port = port;
  }

  override createConnection() {
    return connect(this.#port, '127.0.0.1');
  }
}
