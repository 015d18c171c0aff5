import { randomUUID } from 'node:crypto';
import { API_PATHS } from '@outharbor/contract/paths';
import type { PlanPrice } from '@outharbor/contract/plans';
import type { ConfirmPaymentResponse, CreateCheckoutSessionResponse } from '@outharbor/contract/schemas';
import { DATABASE_PATHS, type UserRecord } from '@outharbor/contract/user-record';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
  signInWithEmailAndPassword,
  signOut,
  type User,
  updateProfile,
} from 'firebase/auth';
import { type Database, getDatabase, goOffline, onValue, ref, set } from 'firebase/database';
import type { Person } from './people.ts';

/** A visitor without a browser, who uses the Firebase SDK and the API like the site does. */
export interface SdkVisitor {
  readonly user: User;
  readonly database: Database;
  /** Calls the API with the visitor's token. */
  call(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  checkOut(plan: PlanPrice): Promise<CreateCheckoutSessionResponse['session']>;
  confirm(sessionId: string): Promise<ConfirmPaymentResponse>;
  /** Resolves with the live record once it satisfies `holds`. */
  recordWhen(holds: (record: UserRecord | null) => boolean): Promise<UserRecord | null>;
  leave(): Promise<void>;
}

/** Registers like the form does: account, display name, record. */
export async function registerVisitor(origin: string, person: Person): Promise<SdkVisitor> {
  const { auth, visitor } = connect(origin);
  const { user } = await createUserWithEmailAndPassword(auth, person.email, person.password);
  await updateProfile(user, { displayName: person.name });
  const { uid } = user;
  const arrived = visitor(user);
  await set(ref(arrived.database, DATABASE_PATHS.user(uid)), {
    uid,
    email: person.email,
    userName: person.name,
  });
  return arrived;
}

/** Signs in a registered user. */
export async function signInVisitor(origin: string, { email, password }: Person): Promise<SdkVisitor> {
  const { auth, visitor } = connect(origin);
  return visitor((await signInWithEmailAndPassword(auth, email, password)).user);
}

function connect(origin: string) {
  const { host } = new URL(origin);
  const projectId = 'demo-outharbor';
  const databaseURL = `ws://${host}?ns=${projectId}-default-rtdb`;
  const app = initializeApp({ apiKey: 'demo-key', projectId, databaseURL }, randomUUID());
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, origin, { disableWarnings: true });
  const visitor = (user: User): SdkVisitor => {
    const database = getDatabase(app);
    const call = createCalls(origin, user);
    return {
      user,
      database,
      call,
      checkOut: async (plan) => {
        const answer = await call(API_PATHS.createCheckoutSession, { plan, customerId: user.uid });
        return (await requireSuccess<CreateCheckoutSessionResponse>(answer)).session;
      },
      confirm: async (sessionId) =>
        requireSuccess(await call(API_PATHS.confirmPayment, { sessionId, firebaseId: user.uid })),
      recordWhen: (holds) => whenRecord(database, user.uid, holds),
      leave: async () => {
        goOffline(database);
        await signOut(auth);
        await deleteApp(app);
      },
    };
  };
  return { auth, visitor };
}

function createCalls(origin: string, user: User) {
  return async (path: string, body: unknown, headers = {}): Promise<Response> =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await user.getIdToken()}`,
        ...headers,
      },
      body: JSON.stringify(body),
    });
}

async function requireSuccess<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

function whenRecord(
  database: Database,
  uid: string,
  holds: (record: UserRecord | null) => boolean,
): Promise<UserRecord | null> {
  return new Promise((resolve, reject) => {
    const stop = onValue(
      ref(database, DATABASE_PATHS.user(uid)),
      (snapshot) => {
        const record = snapshot.val() as UserRecord | null;
        if (!holds(record)) return;
        resolve(record);
        // The first value may arrive before `onValue` has returned.
        queueMicrotask(() => stop());
      },
      reject,
    );
  });
}
