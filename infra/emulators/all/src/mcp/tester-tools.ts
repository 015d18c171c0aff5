import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readPeopleSeed } from '@outharbor/console/people';
import { AREAS, type Tester } from '@outharbor/console/tester';
import * as json from '@outharbor/emulator-kit/json-reader';
import { readJsonFile } from '@outharbor/emulator-kit/read-json-file';
import { replaceFile } from '@outharbor/emulator-kit/replace-file';
import type { Emulators } from '../start-emulators.ts';

interface Stack {
  readonly tester: Tester;
  readonly emulators: Emulators;
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
const upToADay = json.optional(json.integer(1, 1440));
const number = json.optional(json.integer(0));
const text = json.optional(json.anyText);

/** What the console offers, over all services at once. */
export const TESTER_TOOLS: Readonly<Record<string, TesterTool>> = {
  search: tool({
    description:
      'Finds people, payments, webhooks, events, bookings, mails and requests by address, name or id',
    input: { text: json.text },
    run: ({ tester }, given) => tester.search(given.text),
  }),
  list: tool({
    description:
      'The rows of an area, newest first. `filters` counts the rows in each state: pass one as `filter` to see only those',
    input: { area, search: text, filter: text, offset: number, limit: number },
    run: ({ tester }, { area: of, search = '', filter, offset = 0, limit = 20 }) =>
      tester.list(of, { search, filter, offset, limit: Math.min(limit, 500) }),
  }),
  read: tool({
    description:
      'Everything about one thing: a person with the timeline, a webhook with its attempts, a request',
    input: { area, id: json.text },
    run: async ({ tester }, { area: of, id }) => {
      const found = await tester.read(of, id);
      if (found === undefined) throw new RangeError(`There is no ${id} among the ${of}.`);
      return found;
    },
  }),
  scenarios: tool({
    description:
      'What can happen to the stack, or to a person by id or address: the ids for start_scenario, what each does, and what it `lacks`',
    input: { person: text },
    run: ({ tester }, { person }) => tester.scenarios(person),
  }),
  start_scenario: tool({
    description:
      'Starts a scenario by an id of `scenarios`: one of the stack, such as checkout-down, for some minutes or until end_scenarios; or one of a person, such as past-due',
    input: { scenario: json.text, person: text, minutes: upToADay },
    run: ({ tester }, { scenario, person, minutes }) =>
      tester.start(scenario, {
        ...(person !== undefined && { person }),
        ...(minutes !== undefined && { minutes }),
      }),
  }),
  end_scenarios: tool({
    description: 'Ends every scenario of the stack and every fault',
    input: {},
    run: ({ tester }) => tester.endScenarios(),
  }),
  add_people: {
    description:
      'Adds people, each in a situation: { "email": "a@example.com", "name": "Ann", "situation": "past_due", "call": true }. Their password is "emulated" unless given. Those who pay need a recurring price: seed one first',
    input: readPeopleSeed,
    run: ({ emulators }, given) => emulators.addPeople(readPeopleSeed(given, '')),
  },
  save_state: tool({
    description:
      'Writes everything that the emulators hold, but the requests, to a file of the folder for them',
    input: { file: fileName },
    run: async ({ emulators, files }, { file }) => {
      const saved = await emulators.saveState();
      await replaceFile(await requireInside(files, file), [JSON.stringify(saved)]);
      return saved.holds;
    },
  }),
  load_state: tool({
    description:
      'Replaces everything that the emulators hold by what a file of that folder has, or changes nothing',
    input: { file: fileName },
    run: async ({ emulators, files }, { file }) => {
      const path = await requireInside(files, file);
      const content = await readJsonFile(path).catch(() => {
        throw new RangeError(`${file} is missing, or no JSON.`);
      });
      return emulators.loadState(content);
    },
  }),
};
