export interface Closable {
  close(): Promise<void>;
}

/** Collects what has been started, to be closed in reverse order; every one is closed even if another fails. */
export class Closing {
  readonly #open: Closable[] = [];

  add<T extends Closable>(part: T): T {
    this.#open.push(part);
    return part;
  }

  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let part = this.#open.pop(); part; part = this.#open.pop()) {
      await part.close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything was closed in order.');
  }
}
