import { randomUUID } from 'node:crypto';
import { API_PATHS } from '@outharbor/contract/paths';
import type { PlanPrice } from '@outharbor/contract/plans';
import type { CallAnswer } from '@outharbor/contract/schemas';
import { DATABASE_PATHS } from '@outharbor/contract/user-record';
import { fetchThrough } from '@outharbor/rehearsal/fetch-through';
import { DATABASE_HOST } from '@outharbor/rehearsal/hosts';
import type { Stage } from '@outharbor/rehearsal/stage';
import { newPerson } from './people.ts';

/** A visitor of the live system without a browser, who contacts every service by its real host name. */
export type StageVisitor = Awaited<ReturnType<typeof registerAtStage>>;

/** A running rehearsal of any form. */
export interface StageEntrance {
  readonly origin: string;
  readonly stage: {
    readonly gateway: Pick<Stage['gateway'], 'port'>;
    readonly authority: Pick<Stage['authority'], 'certificate'>;
  };
}

export async function registerAtStage({ stage, origin }: StageEntrance) {
  const ask = fetchThrough(() => stage.gateway.port, stage.authority.certificate);
  const json = (method: string, body: object, headers = {}) => ({
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const person = newPerson();
  const { name, email, password } = person;
  const signUp = `https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=${randomUUID()}`;
  const account = await ask(signUp, json('POST', { email, password, returnSecureToken: true }));
  const { idToken, localId: uid } = (await account.json()) as { idToken: string; localId: string };
  const at = (path: string) => `https://${DATABASE_HOST}/${path}.json?auth=${idToken}`;
  const written = await ask(at(DATABASE_PATHS.user(uid)), json('PUT', { uid, email, userName: name }));
  if (!written.ok) throw new Error(`The record was rejected: ${await written.text()}`);
  /** Calls the API with the visitor's token, as the site does. */
  const call = (path: string, body: object) =>
    ask(`${origin}${path}`, json('POST', body, { authorization: `Bearer ${idToken}` }));
  return {
    person,
    uid,
    /** Valid for an hour. */
    token: idToken,
    call,
    /** Starts a checkout; `sessionId` is empty if it was rejected. */
    checkOut: async (plan: PlanPrice) => {
      const answer = await call(API_PATHS.createCheckoutSession, { plan, customerId: uid });
      const { session } = (await answer.json()) as Partial<CallAnswer<'createCheckoutSession'>>;
      return { status: answer.status, sessionId: session?.id ?? '' };
    },
    confirm: async (sessionId: string) =>
      (await call(API_PATHS.confirmPayment, { sessionId, firebaseId: uid })).status,
    /** The plan in the visitor's record. */
    plan: async () => {
      const answer = await ask(at(`${DATABASE_PATHS.subscription(uid)}/planType`));
      if (!answer.ok) throw new Error(`The record cannot be read: ${answer.status}`);
      return (await answer.json()) as string | null;
    },
  };
}
