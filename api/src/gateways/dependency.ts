import pTimeout, { TimeoutError } from 'p-timeout';
import { AppError, isAppError } from '../errors/app-error.ts';

type Outcome = 'ok' | 'rejected' | 'unavailable';

export type ObserveDependency = (
  dependency: string,
  operation: string,
  outcome: Outcome,
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
      options.observe(options.name, operation, 'rejected', 0);
      throw new AppError('dependency_unavailable', { cause: new Error(`${options.name} is saturated`) });
    }
    inFlight += 1;
    const started = performance.now();
    // A call that exceeds its timeout counts as in flight until it settles, so abandoned calls stay bounded.
    const running = work().finally(() => {
      inFlight -= 1;
    });
    let outcome: Outcome = 'ok';
    try {
      const message = `${options.name} ${operation} took longer than ${options.timeoutMs} ms`;
      return await pTimeout(running, { milliseconds: options.timeoutMs, message });
    } catch (error) {
      const translated = toAppError(error, options);
      outcome = translated.status === 503 ? 'unavailable' : 'rejected';
      throw translated;
    } finally {
      options.observe(options.name, operation, outcome, (performance.now() - started) / 1000);
    }
  };
}

/** Operations without the context that they share. */
export type Bound<Operations> = {
  [Name in keyof Operations]: Operations[Name] extends (context: never, ...input: infer Input) => infer Result
    ? (...input: Input) => Result
    : never;
};

/** Binds each operation to its context and makes it a call of the dependency under its own name. */
export function bindOperations<
  Context,
  Operations extends Readonly<Record<string, (context: Context, ...input: never[]) => Promise<unknown>>>,
>(operations: Operations, context: Context, call: CallDependency): Bound<Operations> {
  const bound = Object.entries(operations).map(([name, operation]) => {
    const label = inSnakeCase(name);
    return [name, (...input: never[]) => call(label, () => operation(context, ...input))];
  });
  return Object.fromEntries(bound) as Bound<Operations>;
}

const inSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function toAppError(error: unknown, { translate }: DependencyOptions): AppError {
  if (isAppError(error)) return error;
  if (error instanceof TimeoutError) return new AppError('dependency_unavailable', { cause: error });
  return translate(error);
}

/**
 * Treats programming errors, such as a string that cannot be encoded, as ours, and everything else as an
 * outage. Unsuitable for an SDK that throws such errors because of a response.
 */
export function toOutage(error: unknown): AppError {
  const isOwn = [TypeError, RangeError, ReferenceError, URIError].some((kind) => error instanceof kind);
  return new AppError(isOwn ? 'internal_error' : 'dependency_unavailable', { cause: error });
}
