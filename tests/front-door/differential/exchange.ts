import { Agent, type IncomingMessage, request as openRequest } from 'node:http';
import { connect } from 'node:net';

/** A request that is sent to both front doors as identical bytes. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  /** Header lines as received, in order and not merged. */
  readonly lines: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Whether the response was truncated. */
  readonly cut: boolean;
}

const HOST = 'front-door.test';

export class Client {
  readonly #url: URL;
  readonly #onAnswer: (exchange: Exchange, answer: Answer) => void;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });

  constructor(url: string, onAnswer: (exchange: Exchange, answer: Answer) => void = () => undefined) {
    this.#url = new URL(url);
    this.#onAnswer = onAnswer;
  }

  async send(exchange: Exchange): Promise<Answer> {
    const answer = await this.#request(exchange);
    this.#onAnswer(exchange, answer);
    return answer;
  }

  #request({ method, path, headers, body }: Exchange): Promise<Answer> {
    const { hostname, port } = this.#url;
    const length = body !== undefined &&
      !('transfer-encoding' in headers) && { 'content-length': String(body.length) };
    return new Promise((resolve, reject) => {
      const request = openRequest(
        { hostname, port, method, path, agent: this.#agent, headers: { host: HOST, ...length, ...headers } },
        (answer) => readAnswer(answer).then(resolve, reject),
      );
      request.on('error', reject);
      request.end(body);
    });
  }

  /**
   * Sends raw `bytes` on a new connection and resolves with the first response, or 'nothing'. `exchange`
   * describes the request, if the bytes are one.
   */
  sendBytes(bytes: string, exchange?: Exchange): Promise<Answer | 'nothing'> {
    const socket = connect(Number(this.#url.port), this.#url.hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.write(bytes, 'latin1');
    return new Promise((resolve) => {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        const answer = parseAnswer(Buffer.concat(chunks));
        if (exchange && answer !== 'nothing') this.#onAnswer(exchange, answer);
        resolve(answer);
      });
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function readAnswer(answer: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let cut = false;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    cut = true;
  }
  const { statusCode = 0, rawHeaders } = answer;
  return { status: statusCode, lines: pairs(rawHeaders), body: Buffer.concat(chunks), cut };
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as [string, string]] : [],
  );
}

/** Parses everything received on a closed connection; skips a 100 Continue. */
function parseAnswer(bytes: Buffer): Answer | 'nothing' {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return 'nothing';
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const body = bytes.subarray(end + 4);
  const status = Number(first.split(' ')[1]);
  if (status === 100) return parseAnswer(body);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { status, lines: headers, body, cut: false };
}
