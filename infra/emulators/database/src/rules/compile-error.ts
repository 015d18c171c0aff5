/** An error in an expression; `offset` is in characters from its start. */
export class CompileError extends Error {
  readonly offset: number;
  constructor(reason: string, offset: number) {
    super(reason);
    this.name = 'CompileError';
    this.offset = offset;
  }
}
