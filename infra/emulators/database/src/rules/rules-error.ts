/** A rules file that cannot be used, with the place and the reason. */
export class RulesError extends Error {
  readonly line: number;
  constructor(reason: string, line: number) {
    super(`Line ${line}: ${reason}`);
    this.name = 'RulesError';
    this.line = line;
  }
}

/** A rule that could not be evaluated; the rule counts as false. */
export class EvaluationError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'EvaluationError';
  }
}
