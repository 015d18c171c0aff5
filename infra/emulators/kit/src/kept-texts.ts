const PAGE_BYTES = 256 * 1024;

interface Page {
  readonly bytes: Buffer;
  /** Where the next text begins. */
  end: number;
  /** How many texts of it are still kept. */
  texts: number;
}

export interface KeptText {
  readonly page: Page;
  readonly start: number;
  readonly end: number;
}

/**
 * Thousands of texts that come and go. They are outside the heap, in pages that are used again: as strings they would
 * outlive the young generation, and the heap would grow many times over what is kept.
 */
export class KeptTexts {
  readonly #free: Page[] = [];
  #page = createPage(0);

  keep(text: string): KeptText {
    const length = Buffer.byteLength(text);
    if (this.#page.end + length > this.#page.bytes.length) this.#turnPage(length);
    const page = this.#page;
    const start = page.end;
    page.end += page.bytes.write(text, start);
    page.texts += 1;
    return { page, start, end: page.end };
  }

  read({ page, start, end }: KeptText): string {
    return page.bytes.toString('utf8', start, end);
  }

  /** A text that was released must not be read again. */
  release({ page }: KeptText): void {
    page.texts -= 1;
    if (page !== this.#page) this.#reuse(page);
  }

  #turnPage(length: number): void {
    const full = this.#page;
    this.#page = (length <= PAGE_BYTES ? this.#free.pop() : undefined) ?? createPage(length);
    this.#reuse(full);
  }

  /** Pages of a long text have its size and are not used again. */
  #reuse(page: Page): void {
    if (page.texts > 0 || page.bytes.length !== PAGE_BYTES) return;
    page.end = 0;
    this.#free.push(page);
  }
}

function createPage(length: number): Page {
  const size = length === 0 ? 0 : Math.max(PAGE_BYTES, length);
  return { bytes: Buffer.allocUnsafeSlow(size), end: 0, texts: 0 };
}
