export interface Closable {
  close(): Promise<void>;
}

/**
 * Collects parts that have been or are being started, and closes all of them in reverse order, even if one
 * fails.
 */
export class Closing {
  readonly #parts: Promise<Closable>[] = [];

  add<T extends Closable>(starting: Promise<T>): Promise<T> {
    this.#parts.push(starting);
    return starting;
  }

  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const starting of this.#parts.splice(0).reverse()) {
      const part = await starting.catch(() => undefined);
      await part?.close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some parts failed to close.');
  }
}

/** Runs `boot`, which must register everything it starts; closes all of it if `boot` fails. */
export async function allOrNothing<T>(boot: (closing: Closing) => Promise<T>): Promise<T> {
  const closing = new Closing();
  try {
    return await boot(closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}
