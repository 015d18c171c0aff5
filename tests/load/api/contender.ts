import autocannon from 'autocannon';
import { coreSeconds } from '../../../infra/emulators/tests/support/process-sample.ts';

export interface Contender {
  readonly name: string;
  readonly url: string;
  /** Processes whose CPU time is measured. */
  readonly pids: readonly number[];
  readonly tokens: Readonly<Record<string, string>>;
}

const CONNECTIONS = 50;

/** Measures requests per second of CPU time of the contender. Each connection is a separate user. */
async function requestsPerCoreSecond(contender: Contender, seconds: number): Promise<number> {
  const { name, url, tokens } = contender;
  const uids = Object.keys(tokens);
  let connected = 0;
  const before = spent(contender);
  const result = await autocannon({
    url,
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
    setupClient: (client) => {
      const uid = uids[connected % uids.length] ?? 'u0';
      connected += 1;
      const token = tokens[uid];
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      };
      client.setHeadersAndBody(headers, JSON.stringify({ plan: 500, customerId: uid }));
    },
  });
  const refused = result.non2xx + result.errors;
  if (refused > result.requests.total / 100)
    throw new Error(`${name} rejected ${refused} of ${result.requests.total} requests`);
  return result.requests.total / (spent(contender) - before);
}

const spent = ({ pids }: Contender) => pids.reduce((sum, pid) => sum + coreSeconds(pid), 0);

interface Turns {
  /** Unmeasured rounds, in which the code is compiled. */
  readonly warmUps: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** Measures all contenders in every round; returns their rates by name, one per round. */
export async function inTurns(
  contenders: readonly Contender[],
  { warmUps, rounds, seconds }: Turns,
): Promise<Map<string, number[]>> {
  const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const contender of contenders) {
      const rate = await requestsPerCoreSecond(contender, seconds);
      if (round >= 0) rates.get(contender.name)?.push(rate);
    }
  }
  return rates;
}
