import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { FORGERIES, type ForgedCall } from './forged-calls.ts';

const AT_ONCE = 8;

type Answer = Readonly<Record<string, string | undefined>> & {
  readonly error?: { readonly message: string };
};

/** Unlike `fetch`, sends the path as it is written. */
export function send(url: string, { path, headers, body }: Omit<ForgedCall, 'name'>): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method: 'POST', headers }, (answer) => {
      json(answer).then(
        (value) => resolve(value as Answer),
        () => resolve({}),
      );
    });
    sent.on('error', reject).end(body);
  });
}

export const accounts = (url: string, call: string, fields: object, headers = {}) =>
  send(url, {
    path: `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=any`,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify({ returnSecureToken: true, ...fields })),
  });
const password = 'secret123';
export const signUp = async (url: string) => {
  const email = `${Math.random()}@example.com`;
  const {
    localId = '',
    idToken = '',
    refreshToken = '',
  } = await accounts(url, 'signUp', { email, password });
  return { email, localId, idToken, refreshToken };
};

interface Attempt {
  readonly projectId: string;
  /** Only each `step`th call is tried. */
  readonly step?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The calls that took an account over, by their names. */
export async function takeOvers(
  url: string,
  { projectId, step = 1, headers = {} }: Attempt,
): Promise<string[]> {
  const { idToken: genuine } = await signUp(url);
  let victim = await signUp(url);
  const isHeld = async () =>
    'idToken' in (await accounts(url, 'signInWithPassword', { email: victim.email, password }));
  const tried = FORGERIES.filter((_, index) => index % step === 0);
  const passed: string[] = [];
  for (let index = 0; index < tried.length; index += AT_ONCE) {
    const of = { projectId, localId: victim.localId, genuine, password: 'stolen123' };
    const calls = tried.slice(index, index + AT_ONCE).map((forge) => forge(of));
    const answers = await Promise.all(
      calls.map((call) => send(url, { ...call, headers: { ...call.headers, ...headers } })),
    );
    if (await isHeld()) continue;
    passed.push(...calls.filter((_, at) => answers[at]?.error === undefined).map(({ name }) => name));
    victim = await signUp(url);
  }
  return passed;
}
