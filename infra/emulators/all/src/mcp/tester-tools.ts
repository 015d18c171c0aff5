import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readPeopleSeed } from '@outharbor/console/people';
import { ACTION_NAMES, AREAS, type Tester } from '@outharbor/console/tester';
import * as json from '@outharbor/emulator-kit/json-reader';
import { readJsonFile } from '@outharbor/emulator-kit/read-json-file';
import { replaceFile } from '@outharbor/emulator-kit/replace-file';
import type { StateFile } from '@outharbor/emulator-kit/state-file';

interface Stack {
  readonly tester: Tester;
  /** The folder of saved states. */
  readonly files: string;
}

export interface TesterTool {
  readonly description: string;
  readonly input: json.Reader<unknown>;
  /** Rejects what `input` rejects. */
  readonly run: (on: Stack, given: unknown) => unknown;
}

function tool<S extends json.Shape>({
  input: shape,
  run,
  ...described
}: {
  description: string;
  input: S;
  run: (on: Stack, given: json.ObjectOf<S>) => unknown;
}): TesterTool {
  const input = json.object(shape);
  return { ...described, input, run: (on, given) => run(on, input(given, '')) };
}

/** A link could lead out of the folder, which is only found when it is followed. */
async function requireInside(folder: string, file: string): Promise<string> {
  const path = join(await realpath(folder), file);
  const target = await realpath(path).catch(() => path);
  if (target !== path) throw new RangeError(`${file} leads out of the folder for saved states.`);
  return path;
}

const fileName = json.textLike(/^(?!\.)[\w.-]{1,100}$/, 'a file name without a folder');
const area = json.oneOf(AREAS);
const action = json.oneOf(ACTION_NAMES);
const optionalObject = json.optional(json.anyObject);
const upToADay = json.optional(json.integer(1, 1440));
const number = json.optional(json.integer(0));
const text = json.optional(json.anyText);
const flag = json.optional(json.flag);

/** What the console offers, over all services at once. */
export const TESTER_TOOLS: Readonly<Record<string, TesterTool>> = {
  search: tool({
    description:
      'Finds people, payments, webhooks, events, bookings, mails and requests by address, name or id',
    input: { text: json.text },
    run: async ({ tester }, given) =>
      (await tester.read<{ readonly found: unknown }>('search', { q: given.text })).found,
  }),
  list: tool({
    description:
      'The rows of an area, newest first. `filters` counts the rows in each state: pass one as `filter` to see only those',
    input: { area, search: text, filter: text, offset: number, limit: number },
    run: ({ tester }, { area: of, search: q = '', filter = '', offset = 0, limit = 20 }) =>
      tester.read(`lists/${of}`, { q, filter, offset: String(offset), limit: String(limit) }),
  }),
  read: tool({
    description:
      'Everything about one thing: a person with the timeline, a webhook with its attempts, a request',
    input: { area, id: json.text },
    run: ({ tester }, { area: of, id }) => tester.read(`${of}/${encodeURIComponent(id)}`),
  }),
  scenarios: tool({
    description:
      'What can happen to the stack, or to a person by id or address: the ids for start_scenario, what each does, and what it `lacks`',
    input: { person: text },
    run: async ({ tester }, { person }) =>
      person === undefined
        ? (await tester.read<{ readonly scenarios: unknown }>('scenarios')).scenarios
        : (await tester.read<{ readonly acts: unknown }>(`people/${encodeURIComponent(person)}`)).acts,
  }),
  start_scenario: tool({
    description:
      'Starts a scenario by an id of `scenarios`: one of the stack, such as checkout-down, for some minutes or until end_scenarios; or one of a person, such as past-due',
    input: { scenario: json.text, person: text, minutes: upToADay },
    run: ({ tester }, { scenario, person, minutes = null }) =>
      person === undefined
        ? tester.act('scenarios/start', { scenario, minutes })
        : tester.act('people/scenario', { scenario, person }),
  }),
  end_scenarios: tool({
    description: 'Ends every scenario of the stack and every fault',
    input: {},
    run: ({ tester }) => tester.act('scenarios/end-all'),
  }),
  add_people: {
    description:
      'Adds people, each in a situation: { "email": "a@example.com", "name": "Ann", "situation": "past_due", "call": true }. Their password is "emulated" unless given. Those who pay need a recurring price: seed one first',
    input: readPeopleSeed,
    run: ({ tester }, given) => tester.act('people/add', readPeopleSeed(given, '')),
  },
  act: tool({
    description:
      'What a button of the console does, by its name: reset, advance { "days": 3, "months": 0 }, snapshots/take { "name": "paid" }, snapshots/load, redeliver/all { "filter": "failing" }, faults/add { "service": "stripe", "target": "/v1/*", "mode": "error", "count": null, "seconds": 30 }',
    input: { name: action, body: optionalObject },
    run: ({ tester }, { name, body }) => tester.act(name, body),
  }),
  save_state: tool({
    description:
      'Writes everything that the emulators hold, the last requests only if asked, to a file of the folder for them',
    input: { file: fileName, requests: flag },
    run: async ({ tester, files }, { file, requests = false }) => {
      const saved = await tester.read<StateFile>('state-file', requests ? { requests: 'yes' } : {});
      await replaceFile(await requireInside(files, file), [JSON.stringify(saved)]);
      return saved.holds;
    },
  }),
  load_state: tool({
    description:
      'Replaces everything that the emulators hold by what a file of that folder has, or changes nothing',
    input: { file: fileName },
    run: async ({ tester, files }, { file }) => {
      const path = await requireInside(files, file);
      const content = await readJsonFile(path).catch(() => {
        throw new RangeError(`${file} is missing, or no JSON.`);
      });
      return tester.act('state/load', content);
    },
  }),
};
