import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type IdentityEmulator, startIdentityEmulator } from '@outharbor/identity-emulator';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { COMMAND, startCommand } from '../../support/database/emulator-command.ts';
import { DatabaseClient } from '../../support/database-client.ts';
import { startLocalServer } from '../../support/local-server.ts';
import type { ServerCommand } from '../../support/server-command.ts';

const PROJECT = 'demo-keys';
const NAMESPACE = `${PROJECT}-default-rtdb`;

let identity: IdentityEmulator;
let database: ServerCommand;
beforeAll(async () => {
  identity = await startIdentityEmulator({ projectId: PROJECT });
  database = await startCommand({ IDENTITY_URL: identity.url, FIREBASE_PROJECT_ID: PROJECT });
});
afterAll(async () => {
  await database.end();
  await identity.close();
});

async function newToken(): Promise<string> {
  const answer = await fetch(`${identity.url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: '{"returnSecureToken":true}',
  });
  return ((await answer.json()) as { idToken: string }).idToken;
}

const requestStatus = async (token: string) =>
  (await fetch(`${database.url}/.json?ns=${NAMESPACE}&auth=${token}`)).status;

/** The same address with other keys, as after the restart of an emulator without a data directory. */
async function replaceIdentity(): Promise<void> {
  const port = Number(new URL(identity.url).port);
  await identity.close();
  identity = await startIdentityEmulator({ projectId: PROJECT, port });
}

it.each(['rotated its keys', 'restarted with other keys'])(
  'accepts the first token over REST after the identity emulator has %s',
  async (change) => {
    if (change.startsWith('rotated')) for (let time = 0; time < 2; time += 1) await identity.rotateKeys();
    else await replaceIdentity();
    expect(await requestStatus(await newToken())).toBe(200);
  },
);

it('accepts the first token over a socket after the keys have changed, and answers what follows it in order', async () => {
  const client = await DatabaseClient.connect(database.url, NAMESPACE);
  await replaceIdentity();
  const replies = [
    client.request('auth', { cred: await newToken() }),
    client.request('p', { p: '/owner', d: 'ada' }),
    client.request('g', { p: '/owner', q: {} }),
  ];
  expect((await Promise.all(replies)).map(({ s }) => s)).toEqual(['ok', 'ok', 'ok']);
  await client.close();
});

it('rejects a token with an unknown key, and answers what follows it', async () => {
  const client = await DatabaseClient.connect(database.url, NAMESPACE);
  const [, ...rest] = (await newToken()).split('.');
  const header = Buffer.from('{"alg":"RS256","kid":"unknown"}').toString('base64url');
  const forged = [header, ...rest].join('.');
  expect(await requestStatus(forged)).toBe(401);
  const replies = [client.request('auth', { cred: forged }), client.request('g', { p: '/', q: {} })];
  expect((await Promise.all(replies)).map(({ s }) => s)).toEqual(['invalid_token', 'ok']);
  await client.close();
});

it('listens only once it can verify tokens', async () => {
  const keys = '/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
  const published = await (await fetch(`${identity.url}${keys}`)).text();
  const askedAgain = Promise.withResolvers<void>();
  let asked = 0;
  let isReady = false;
  const starting = await startLocalServer(
    createServer((_request, response) => {
      asked += 1;
      if (asked === 5) askedAgain.resolve();
      response.writeHead(isReady ? 200 : 503).end(isReady ? published : '');
    }),
  );
  onTestFinished(() => starting.close());
  let listens = false;
  const url = `http://127.0.0.1:${starting.port}`;
  const command = startCommand({ IDENTITY_URL: url, FIREBASE_PROJECT_ID: PROJECT });
  void command.then(() => {
    listens = true;
  });
  await askedAgain.promise;
  expect(listens).toBe(false);
  isReady = true;
  const { url: databaseUrl, end } = await command;
  onTestFinished(async () => void (await end()));
  const answer = await fetch(`${databaseUrl}/.json?ns=${NAMESPACE}&auth=${await newToken()}`);
  expect(answer.status).toBe(200);
});

it('ends at a signal while it waits for the identity emulator', async () => {
  const asked = Promise.withResolvers<void>();
  const absent = await startLocalServer(
    createServer((_request, response) => {
      asked.resolve();
      response.writeHead(503).end();
    }),
  );
  onTestFinished(() => absent.close());
  const env = { PORT: '0', IDENTITY_URL: `http://127.0.0.1:${absent.port}`, FIREBASE_PROJECT_ID: PROJECT };
  const waiting = spawn(process.execPath, ['--no-warnings', COMMAND], { env, stdio: 'ignore' });
  await asked.promise;
  waiting.kill('SIGTERM');
  expect(await once(waiting, 'exit')).toEqual([0, null]);
});
