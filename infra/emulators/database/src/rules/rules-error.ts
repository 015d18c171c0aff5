/** An invalid rules file, with the line and the reason. */
export class RulesError extends Error {
  readonly line: number;
  constructor(reason: string, line: number) {
    super(`Line ${line}: ${reason}`);
    this.name = 'RulesError';
    this.line = line;
  }
}

/** A rule could not be evaluated and is treated as false. */
export class EvaluationError extends Error {
  override name = 'EvaluationError';
}

/** An error in an expression; `offset` is in characters from its start. */
export class CompileError extends Error {
  readonly offset: number;
  constructor(reason: string, offset: number) {
    super(reason);
    this.name = 'CompileError';
    this.offset = offset;
  }
}
