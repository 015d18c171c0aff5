import { AppError } from './app-error.ts';

/**
 * Resolves with the result of `running`, or rejects with a 503 after `ms`. The work itself is not cancelled.
 */
export function withinBudget<T>(ms: number, name: string, running: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const cause = new Error(`${name} took longer than ${ms} ms`);
      reject(new AppError('dependency_unavailable', { cause }));
    }, ms);
    running.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
