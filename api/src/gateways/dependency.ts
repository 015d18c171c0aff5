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
  /** More calls than this at once are refused instead of queued. */
  readonly maxInFlight: number;
  readonly observe: ObserveDependency;
  /** Turns an error of the SDK into one of the catalogue. */
  readonly translate: (error: unknown) => AppError;
}

export type CallDependency = <T>(operation: string, work: () => Promise<T>) => Promise<T>;

/** Gives every call to an outside service a time budget, a place in a bounded crowd, and a measurement. */
export function createDependency(options: DependencyOptions): CallDependency {
  let inFlight = 0;

  return async (operation, work) => {
    if (inFlight >= options.maxInFlight) {
      options.observe(options.name, operation, 'refused', 0);
      throw new AppError('dependency_unavailable', { cause: new Error(`${options.name} is saturated`) });
    }
    inFlight += 1;
    const started = performance.now();
    // A call that outlives its budget keeps its place until it settles, so that abandoned calls stay bounded.
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

/** What no service can cause: a call that was made wrongly, such as a text that cannot be encoded. */
function ownFault(error: unknown): AppError | undefined {
  const own = [TypeError, RangeError, ReferenceError, URIError].some((kind) => error instanceof kind);
  return own ? new AppError('internal_error', { cause: error }) : undefined;
}

const seconds = (started: number) => (performance.now() - started) / 1000;

const outcomeOf = (error: AppError) => (error.status === 503 ? 'unavailable' : 'refused');
