import { deflateRawSync, inflateRawSync } from 'node:zlib';

const TEXTS_PER_BLOCK = 64;

/** The long text of each kind of entity that is written often and rarely read. */
const PACKED_FIELDS: Readonly<Record<string, string>> = { events: 'payload', idempotency: 'body' };

/**
 * How a collection keeps its entities in memory: a long text is compressed together with its neighbours, to about a
 * tenth, and unpacked when it is read.
 */
export function heldForm<T extends object>(collection: string): (entity: T) => T {
  const field = PACKED_FIELDS[collection];
  return field === undefined ? (entity) => entity : packing<T>(field);
}

function packing<T extends object>(field: string): (entity: T) => T {
  const texts = new PackedTexts();
  class Held {
    readonly #text: PackedText;

    constructor(entity: T) {
      const { [field]: text, ...others } = entity as Record<string, unknown>;
      Object.assign(this, others);
      this.#text = texts.add(String(text));
    }

    get [field](): string {
      return texts.read(this.#text);
    }

    toJSON(): object {
      return { ...this, [field]: texts.read(this.#text) };
    }
  }
  return (entity) => new Held(entity) as unknown as T;
}

/** A text's place. Once no text of a block is referenced, the block's memory is free. */
interface PackedText {
  readonly block: Block;
  readonly index: number;
}

export class PackedTexts {
  #last = new Block();
  /** The block unpacked last, because texts are mostly read in the order in which they were added. */
  #unpacked: { readonly block: Block; readonly texts: readonly string[] } | undefined;

  add(text: string): PackedText {
    if (this.#last.isFull) this.#last = new Block();
    return { block: this.#last, index: this.#last.add(text) };
  }

  read({ block, index }: PackedText): string {
    if (this.#unpacked?.block !== block) this.#unpacked = { block, texts: block.unpacked() };
    const text = this.#unpacked.texts[index];
    if (text === undefined) throw new RangeError(`a block has no text ${index}`);
    return text;
  }
}

class Block {
  #texts: string[] | Buffer = [];

  get isFull(): boolean {
    return !Array.isArray(this.#texts);
  }

  /** Adds a text and returns its index. The last one compresses the block. */
  add(text: string): number {
    if (!Array.isArray(this.#texts)) throw new RangeError('the block is full');
    const count = this.#texts.push(text);
    if (count === TEXTS_PER_BLOCK) this.#texts = deflateRawSync(JSON.stringify(this.#texts), { level: 1 });
    return count - 1;
  }

  unpacked(): readonly string[] {
    return Array.isArray(this.#texts) ? this.#texts : JSON.parse(inflateRawSync(this.#texts).toString());
  }
}
