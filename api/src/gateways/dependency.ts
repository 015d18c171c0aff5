import { AppError, isAppError } from '../errors/app-error.ts';
import { withinBudget } from '../errors/time-budget.ts';

export type ObserveDependency = (
  dependency: string,
  operation: string,
  outcome: 'ok' | 'refused' | 'unavailable',
  seconds: number,
) => void;

export interface DependencyOptions {
  readonly name: string;
  readonly timeoutMs: number;
  /** Calls beyond this limit are rejected instead of queued. */
  readonly maxInFlight: number;
  readonly observe: ObserveDependency;
  /** Maps an SDK error to the error catalogue. */
  readonly translate: (error: unknown) => AppError;
}

export type CallDependency = <T>(operation: string, work: () => Promise<T>) => Promise<T>;

/** Wraps calls to an outside service with a timeout, a concurrency limit and a metric. */
export function createDependency(options: DependencyOptions): CallDependency {
  let inFlight = 0;

  return async (operation, work) => {
    if (inFlight >= options.maxInFlight) {
      options.observe(options.name, operation, 'refused', 0);
      throw new AppError('dependency_unavailable', { cause: new Error(`${options.name} is saturated`) });
    }
    inFlight += 1;
    const started = performance.now();
    // A call that exceeds its timeout counts as in flight until it settles, so abandoned calls stay bounded.
    const running = work().finally(() => {
      inFlight -= 1;
    });
    try {
      const result = await withinBudget(options.timeoutMs, `${options.name} ${operation}`, running);
      options.observe(options.name, operation, 'ok', seconds(started));
      return result;
    } catch (error) {
      const translated = isAppError(error) ? error : (ownFault(error) ?? options.translate(error));
      options.observe(options.name, operation, outcomeOf(translated), seconds(started));
      throw translated;
    }
  };
}

/** Operations without the context that they share. */
export type Bound<Operations> = {
  [Name in keyof Operations]: Operations[Name] extends (context: never, ...input: infer Input) => infer Result
    ? (...input: Input) => Result
    : never;
};

/** Gives each operation its context, and makes it a call of the dependency under its own name. */
export function bindOperations<
  Context,
  Operations extends Readonly<Record<string, (context: Context, ...input: never[]) => Promise<unknown>>>,
>(operations: Operations, context: Context, options: DependencyOptions): Bound<Operations> {
  const call = createDependency(options);
  const bound = Object.entries(operations).map(([name, operation]) => [
    name,
    (...input: never[]) => call(name, () => operation(context, ...input)),
  ]);
  return Object.fromEntries(bound) as Bound<Operations>;
}

/** Programming errors, such as a string that cannot be encoded; no service can cause these. */
function ownFault(error: unknown): AppError | undefined {
  const own = [TypeError, RangeError, ReferenceError, URIError].some((kind) => error instanceof kind);
  return own ? new AppError('internal_error', { cause: error }) : undefined;
}

const seconds = (started: number) => (performance.now() - started) / 1000;

const outcomeOf = (error: AppError) => (error.status === 503 ? 'unavailable' : 'refused');
