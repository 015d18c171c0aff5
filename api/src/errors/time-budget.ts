import { AppError } from './app-error.ts';

/** The result of `running`, or a 503 once `ms` have passed; what runs is not stopped, only not waited for. */
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
