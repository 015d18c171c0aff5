import autocannon from 'autocannon';
import { coreSeconds } from '../process-sample.ts';

export interface Contender {
  readonly name: string;
  readonly url: string;
  /** The processes whose time on a core counts. */
  readonly pids: readonly number[];
  readonly tokens: Readonly<Record<string, string>>;
}

const CONNECTIONS = 50;

/** Requests for each second that the contender's processes spend on a core. Each connection is a user of its own. */
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
    throw new Error(`${name} refused ${refused} of ${result.requests.total}`);
  return result.requests.total / (spent(contender) - before);
}

const spent = ({ pids }: Contender) => pids.reduce((sum, pid) => sum + coreSeconds(pid), 0);

interface Turns {
  /** Rounds that do not count, in which the processes become as quick as they will be. */
  readonly warmUps: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** The rates of each, by name, one a round. Everybody gets a turn in each round. */
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
