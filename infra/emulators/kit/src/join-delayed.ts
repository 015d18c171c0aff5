import { type Duplex, Transform } from 'node:stream';

/** Passes bytes both ways between two sockets, `ms` later; at once if it is 0. */
export function joinDelayed(client: Duplex, service: Duplex, ms: number): void {
  client.on('error', () => client.destroy());
  service.on('error', () => service.destroy());
  client.once('close', () => service.destroy());
  // A connection that was ended is ended here too, once its data has arrived.
  service.once('close', () => {
    if (!service.readableEnded) setTimeout(() => client.destroy(), 2 * ms).unref();
  });
  const withDelay = (stream: Duplex) => (ms === 0 ? stream : stream.pipe(delayed(ms)));
  withDelay(client).pipe(service);
  withDelay(service).pipe(client);
}

function delayed(ms: number): Transform {
  return new Transform({
    transform(chunk, _encoding, taken) {
      setTimeout(() => this.push(chunk), ms);
      taken();
    },
    flush: (ended) => void setTimeout(ended, ms),
  });
}
