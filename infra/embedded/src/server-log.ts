const KEPT_LINES = 2_000;

/** The last lines of the API's log that are about a request. */
export class ServerLog {
  readonly #lines: { readonly requestId: string; readonly line: string }[] = [];
  #begun = '';

  /** Takes output in pieces of any length. */
  readonly write = (text: string): void => {
    const lines = (this.#begun + text).split('\n');
    this.#begun = lines.pop() ?? '';
    for (const line of lines) {
      const requestId = /"reqId":"([\w-]+)"/.exec(line)?.[1];
      if (requestId !== undefined) this.#lines.push({ requestId, line });
    }
    this.#lines.splice(0, this.#lines.length - KEPT_LINES);
  };

  readonly about = (requestId: string): string[] =>
    this.#lines.filter((each) => each.requestId === requestId).map(({ line }) => line);
}
