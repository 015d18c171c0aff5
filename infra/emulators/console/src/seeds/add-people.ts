import type { OnProgress } from '@outharbor/emulator-kit/state-file';
import { Model } from '../model/model.ts';
import { serviceCopies } from '../model/service-copies.ts';
import { readSources } from '../model/sources.ts';
import { SERVICES, type ServiceName } from '../rows.ts';
import { PERSON_SCENARIOS, renewAll } from '../scenarios/person-scenarios.ts';
import { settled } from '../scenarios/settled.ts';
import { requireSubject } from '../scenarios/subject.ts';
import { findPrice, subscribe } from '../scenarios/subscribe.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import type { PersonSeed } from './people-seed.ts';
import { COURSES, type Course } from './situations.ts';

export interface Enrolment {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  /** The lookup key or id of the price to subscribe to; the first recurring one for `any`; null for none. */
  readonly plan: string | null;
}

/** Registers somebody, and lets them pay for a plan, as the product does. */
export type Enrol = (targets: ConsoleTargets, enrolment: Enrolment) => Promise<void>;

const DEFAULT_PASSWORD = 'emulated';

/**
 * Adds people and puts each in the named situation. Advances the clocks once if somebody's renewal must fail.
 */
export async function addPeople(
  targets: ConsoleTargets,
  people: readonly PersonSeed[],
  enrol: Enrol = enrolAtServices,
  onProgress: OnProgress = () => undefined,
): Promise<string> {
  requireRunning(targets, people);
  // People whose renewal must come are added first, so that nobody else's comes with it.
  const isLate = ({ situation }: PersonSeed) => situation === 'past_due';
  const late = people.filter(isLate);
  if (late.length > 0) {
    await add(targets, late, enrol, onProgress);
    const model = await readModel(targets);
    const ends = late.map(({ email }) => requireSubject(model, email).periodEnd);
    await renewAll(targets, Math.max(...ends));
  }
  await add(
    targets,
    people.filter((person) => !isLate(person)),
    enrol,
    onProgress,
  );
  return `Added: ${people.length === 1 ? '1 person' : `${people.length} people`}.`;
}

function requireRunning({ running }: ConsoleTargets, people: readonly PersonSeed[]): void {
  const needs: Readonly<Record<ServiceName, boolean>> = {
    identity: true,
    stripe: people.some(({ situation = 'registered' }) => COURSES[situation].pays),
    scheduling: people.some(({ call }) => call),
    database: false,
  };
  const missing = SERVICES.filter((name) => needs[name] && !running[name]);
  if (missing.length > 0)
    throw new RangeError(`Not running, but needed by these people: ${missing.join(', ')}.`);
}

async function add(
  targets: ConsoleTargets,
  people: readonly PersonSeed[],
  enrol: Enrol,
  onProgress: OnProgress,
): Promise<void> {
  for (const [index, person] of people.entries()) {
    onProgress('Registering people', index, people.length);
    const { email, name = '', password = DEFAULT_PASSWORD, situation = 'registered', plan } = person;
    const { pays } = COURSES[situation];
    await enrol(targets, { email, name, password, plan: pays ? (plan ?? 'any') : null });
  }
  await settled(targets);
  const model = await readModel(targets);
  for (const [index, { email, situation = 'registered', call }] of people.entries()) {
    onProgress('Bringing them into their situations', index, people.length);
    const subject = requireSubject(model, email);
    const { scenario }: Course = COURSES[situation];
    for (const id of [scenario, call ? 'book' : undefined]) {
      await PERSON_SCENARIOS.find((each) => each.id === id)?.start(targets, subject);
    }
  }
}

async function readModel(targets: ConsoleTargets): Promise<Model> {
  return new Model(await readSources(targets, serviceCopies(targets)));
}

/** Registers a person without a product: an account, and a customer with a subscription. */
async function enrolAtServices(
  targets: ConsoleTargets,
  { email, password, name, plan }: Enrolment,
): Promise<void> {
  // Found first: if it fails, nobody is registered whose address the next attempt would find taken.
  const price = plan === null ? undefined : await findPrice(targets, plan);
  const { uid } = await targets.identity.signUp({ email, password, name });
  if (price !== undefined) await subscribe(targets, { uid, email, name, customer: null }, price);
}
