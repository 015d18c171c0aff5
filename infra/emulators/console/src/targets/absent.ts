export const IS_NOT_RUNNING = 'This emulator is not running.';
export const HAS_NO_CONTROL = 'This emulator runs without a control port.';

/** Stands for the client of a service that cannot be asked: every call rejects with `reason`, at once. */
export function absent<Client extends object>(reason: string): Client {
  const reject = () => Promise.reject(new Error(reason));
  // Without `then`, so that it is not taken for a promise.
  return new Proxy(reject as unknown as Client, {
    get: (_client, name) => (name === 'then' ? undefined : reject),
  });
}
