import { randomUUID } from 'node:crypto';
import { API_PATHS } from '@outharbor/contract/paths';
import type { PlanPrice } from '@outharbor/contract/plans';
import type { CallAnswer } from '@outharbor/contract/schemas';
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
export type SdkVisitor = ReturnType<ReturnType<typeof connect>['visitor']>;

/** Registers like the form does: account, display name, record. */
export async function registerVisitor(origin: string, person: Person) {
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
export async function signInVisitor(origin: string, { email, password }: Person) {
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
  const visitor = (user: User) => {
    const database = getDatabase(app);
    const call = createCalls(origin, user);
    return {
      user,
      database,
      /** Calls the API with the visitor's token. */
      call,
      checkOut: async (plan: PlanPrice) => {
        const answer = await call(API_PATHS.createCheckoutSession, { plan, customerId: user.uid });
        return (await requireSuccess<CallAnswer<'createCheckoutSession'>>(answer)).session;
      },
      confirm: async (sessionId: string) =>
        requireSuccess<CallAnswer<'confirmPayment'>>(
          await call(API_PATHS.confirmPayment, { sessionId, firebaseId: user.uid }),
        ),
      /** Resolves with the live record once it satisfies `holds`. */
      recordWhen: (holds: RecordTest) => whenRecord(database, user.uid, holds),
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

type RecordTest = (record: UserRecord | null) => boolean;

function whenRecord(database: Database, uid: string, holds: RecordTest) {
  return new Promise<UserRecord | null>((resolve, reject) => {
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
