export interface Closable {
  close(): Promise<void>;
}

/** What has been started, or is about to be, to be closed in reverse order: each one, even if another fails. */
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
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything was closed in order.');
  }
}

/** What `boot` gives, which has added all it started; where it fails, everything is closed again. */
export async function allOrNothing<T>(boot: (closing: Closing) => Promise<T>): Promise<T> {
  const closing = new Closing();
  try {
    return await boot(closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}
