import { isObject } from '@outharbor/emulator-kit/json-object';
import { type DataNode, nodeAt, replaceAt, withPriority } from './data-node.ts';
import { ExistingDataError, invalidData } from './database-error.ts';
import { fromJson, type ReadContext, readPriority } from './from-json.ts';
import { formatPath, type Path, parseWritePath } from './node-path.ts';

export interface Edit {
  readonly path: Path;
  readonly before: DataNode;
  readonly after: DataNode;
}

interface Assignment {
  readonly path: Path;
  readonly priorityOnly: boolean;
  readonly json: unknown;
}

/** A requested write; server values are resolved when it is applied. */
export interface WriteRequest {
  readonly kind: 'put' | 'merge';
  readonly base: Path;
  readonly assignments: readonly Assignment[];
}

export function putRequest(path: unknown, json: unknown): WriteRequest {
  const { path: base, priorityOnly } = parseWritePath(path);
  return { kind: 'put', base, assignments: [{ path: base, priorityOnly, json }] };
}

/** `json` maps paths below `path` to their new values. */
export function mergeRequest(path: unknown, json: unknown): WriteRequest {
  const { path: base, priorityOnly } = parseWritePath(path);
  if (priorityOnly || !isObject(json)) {
    throw invalidData('an update must be an object that maps paths to values');
  }
  const assignments = Object.entries(json).map(([relative, value]) => ({
    ...parseWritePath(`${formatPath(base)}/${relative}`),
    json: value,
  }));
  rejectOverlap(assignments);
  return { kind: 'merge', base, assignments };
}

function rejectOverlap(assignments: readonly Assignment[]): void {
  const paths = assignments.map(({ path, priorityOnly }) => (priorityOnly ? [...path, '.priority'] : path));
  const taken = new Set(paths.map(formatPath));
  const overlapping =
    taken.size < paths.length ||
    paths.some((path) => path.some((_, depth) => taken.has(formatPath(path.slice(0, depth)))));
  if (overlapping) {
    throw invalidData('one path of the update is an ancestor of another');
  }
}

export function resolveEdits(root: DataNode, { assignments }: WriteRequest, now: number): Edit[] {
  const edits: Edit[] = [];
  // A priority comes last, because it is of the node with its new children.
  for (const { path, priorityOnly, json } of assignments.toSorted(
    (a, b) => Number(a.priorityOnly) - Number(b.priorityOnly),
  )) {
    const before = nodeAt(priorityOnly ? applyEdits(root, edits) : root, path);
    const context = { now, depth: path.length };
    const after = priorityOnly ? prioritized(before, json, context) : fromJson(json, before, context);
    edits.push({ path, before, after });
  }
  return edits;
}

/** As in the service, only existing data can have a priority. */
function prioritized(before: DataNode, json: unknown, context: ReadContext): DataNode {
  const priority = readPriority(json, before, context);
  if (before === null && priority !== null)
    throw new ExistingDataError('a priority needs existing data', 'invalid_parameters');
  return withPriority(before, priority);
}

/** The same paths without a change. */
export function unchangedEdits(root: DataNode, { assignments }: WriteRequest): Edit[] {
  return assignments.map(({ path }) => {
    const node = nodeAt(root, path);
    return { path, before: node, after: node };
  });
}

export function applyEdits(root: DataNode, edits: readonly Edit[]): DataNode {
  return edits.reduce((tree, { path, after }) => replaceAt(tree, path, after), root);
}
