import { ACTIONS } from './server/actions.ts';
import { requestJson } from './targets/target-request.ts';

export { AREAS } from './rows.ts';

/** The names of everything that the console's buttons do. */
export const ACTION_NAMES = Object.keys(ACTIONS);

export type Tester = ReturnType<typeof connectTester>;

/** What a running console offers to programs, by its address. */
export function connectTester(url: string) {
  return {
    /** What the page reads, such as `lists/people`. */
    read: <T = unknown>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> =>
      requestJson(`${url}/console/${path}?${new URLSearchParams(query)}`),
    /** Resolves with a sentence that describes the result. */
    act: async (name: string, body?: unknown): Promise<string> => {
      const request = { method: 'POST', body };
      return (await requestJson<{ message: string }>(`${url}/console/actions/${name}`, request)).message;
    },
  };
}
