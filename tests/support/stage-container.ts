import type { StageReport } from '@outharbor/rehearsal/stage-control';

/** Runs a command in the stage container and resolves with its output. */
export type RunInStage = (...command: readonly string[]) => Promise<string>;

/** `node -e … <url> <method> [<body>]` prints the response; the container has no other HTTP client. */
const CALL = `
const [url, method, body] = process.argv.slice(1);
const headers = body ? { 'content-type': 'application/json' } : {};
const answer = await fetch(url, { method, headers, body });
if (!answer.ok) throw new Error(await answer.text());
process.stdout.write(await answer.text());
`;

export type StageContainer = ReturnType<typeof stageContainer>;

/** Controls a stage container from inside, since its control port is not published. */
export function stageContainer(run: RunInStage) {
  const call = async (url: string, method: string, body?: object) => {
    const command = ['node', '--input-type=module', '-e', CALL, url, method];
    return JSON.parse(await run(...command, ...(body ? [JSON.stringify(body)] : [])));
  };
  const report = () => call('http://127.0.0.1:4600/', 'GET') as Promise<StageReport>;
  return {
    report,
    /** Calls the control interface of the Stripe emulator. */
    stripe: async (
      method: 'GET' | 'POST',
      path: string,
      body: object | undefined = method === 'POST' ? {} : undefined,
    ): Promise<unknown> => call(`${(await report()).stripeControlUrl}/_emulator${path}`, method, body),
  };
}
