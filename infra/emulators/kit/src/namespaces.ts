import { requireNamespaceName } from './namespace-name.ts';

export class Namespaces<T> {
  readonly #open: (name: string) => T;
  readonly #close: (opened: T) => Promise<void> | void;
  readonly #byName = new Map<string, T>();

  constructor(open: (name: string) => T, close: (opened: T) => Promise<void> | void = () => undefined) {
    this.#open = open;
    this.#close = close;
  }

  open(name: string): T {
    const opened = this.get(requireNamespaceName(name)) ?? this.#open(name);
    this.#byName.set(name, opened);
    return opened;
  }

  get(name: string): T | undefined {
    return this.#byName.get(name);
  }

  readonly names = (): readonly string[] => [...this.#byName.keys()];

  readonly remove = async (name: string): Promise<void> => {
    const removed = this.get(name);
    this.#byName.delete(name);
    if (removed !== undefined) await this.#close(removed);
  };

  async close(): Promise<void> {
    await Promise.all(this.names().map(this.remove));
  }
}
