import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { gunzip, gzip } from 'node:zlib';
import type { OnProgress, RequestLogs } from '@outharbor/emulator-kit/state-file';
import { describeDifference, loadState, type StateFile, saveState } from '@outharbor/emulator-kit/state-file';
import { failure } from '../reason-in.ts';
import { SERVICES } from '../rows.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';

const MAX_SNAPSHOTS = 20;
/** The name of the one that is taken before each act. */
export const BEFORE = 'before the last act';

export type SnapshotRow = ReturnType<ReturnType<typeof openSnapshots>['list']>[number];

/** States that are kept by name while the console runs; of too many, the newest. */
export function openSnapshots(targets: ConsoleTargets) {
  const { saving, running, projectId } = targets;
  const logs = requestLogs(targets);
  const named = new Map<string, Awaited<ReturnType<typeof pack>>>();
  /** What the services hold now, without a name. An unknown one is a 404. */
  const find = async (name = ''): Promise<StateFile> => {
    if (name === '') return saveState(saving, projectId);
    const kept = named.get(name);
    if (kept === undefined) throw failure(404, `There is no snapshot ${name}.`);
    return deserialize(await promisify(gunzip)(kept.packed));
  };
  return {
    find,
    /** What the services hold now, with the last requests. */
    findWhole: () => saveState(saving, projectId, logs),
    loadFile: (file: object, onProgress: OnProgress) =>
      loadState(saving, file, { projectId, onProgress, logs }),
    list: () => [...named].map(([id, { packed: _packed, ...told }]) => ({ id, ...told })),
    /** `said` is what was said of the act that came after it. */
    keep: async (name: string, file: StateFile | undefined, said?: string): Promise<void> => {
      named.delete(name);
      if (file !== undefined) named.set(name, await pack(file, said));
      const [oldest = ''] = [...named.keys()].filter((each) => each !== BEFORE);
      if (named.size > MAX_SNAPSHOTS) named.delete(oldest);
    },
    load: async (name: string, onProgress: OnProgress): Promise<string> => {
      const what = `The state ${name} was loaded`;
      const left = SERVICES.filter((each) => running[each] && saving[each] === undefined);
      const said = await loadState(saving, await find(name), { projectId, what, onProgress });
      return left.length === 0 ? said : `${said} As it is, without a control port: ${left.join(', ')}.`;
    },
  };
}

/** Thousands of people are a gigabyte of objects, and a hundredth of that packed. */
async function pack(file: StateFile, said?: string) {
  const { savedAt: at, holds } = file;
  const packed = await promisify(gzip)(serialize(file), { level: 1 });
  return { at, holds: describeDifference(holds, holds), said, packed };
}

/** The logs of the services that can be controlled, and that of the product's server, if it is kept here. */
function requestLogs({ controls, saving, apiRequests }: ConsoleTargets): RequestLogs {
  const controlled = SERVICES.filter((name) => saving[name] !== undefined);
  return {
    ...Object.fromEntries(controlled.map((name) => [name, controls[name]])),
    ...(apiRequests && {
      api: {
        saveRequests: async () => apiRequests.whole(undefined),
        loadRequests: async (requests) => apiRequests.restore(undefined, requests),
      },
    }),
  };
}
