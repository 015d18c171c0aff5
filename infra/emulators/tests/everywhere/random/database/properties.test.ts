import fc from 'fast-check';
import {
  child,
  type Database,
  type DatabaseReference,
  type DataSnapshot,
  endAt,
  get,
  limitToFirst,
  limitToLast,
  onValue,
  orderByChild,
  orderByKey,
  orderByPriority,
  orderByValue,
  type QueryConstraint,
  query,
  ref,
  remove,
  runTransaction,
  set,
  startAfter,
  startAt,
  update,
} from 'firebase/database';
import { beforeAll, expect, test, vi } from 'vitest';
import { key, PLAIN, scalar, tree } from '../../../support/database/arbitrary-data.ts';
import { DatabaseWorld, freshPath, indexedRules } from '../../../support/database/database-world.ts';
import { suiteFixture } from '../../../support/suite-fixture.ts';

// Generous, because the machine may be busy. None of these tests measures time.
vi.setConfig({ testTimeout: 90_000 });

const rules = indexedRules('.value', 'a', 'b', 'a/b');
const world = suiteFixture(() => DatabaseWorld.start({ rules }));
let writer: Database;
let reader: Database;
beforeAll(() => {
  writer = world.client();
  reader = world.client();
});

/** Keeps a listener open so that the SDK caches the value; resolves with a function that removes it. */
async function keepSynced(target: DatabaseReference): Promise<() => void> {
  return new Promise((resolve) => {
    const stop = onValue(target, () => resolve(() => stop()));
  });
}

test('the server and the SDK compute the same hash for random trees', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (value) => {
      const target = ref(reader, freshPath());
      await set(ref(writer, target.key ?? ''), value);
      const stop = await keepSynced(target);
      let runs = 0;
      // A transaction sends the hash of the value it knows; another hash would make it run again.
      const { committed } = await runTransaction(target, () => {
        runs++;
        return 'next';
      });
      stop();
      expect({ committed, runs }).toEqual({ committed: true, runs: 1 });
    }),
    { numRuns: 300 },
  );
});

test('reads back random trees unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (value) => {
      const path = freshPath();
      const target = ref(writer, path);
      const stop = await keepSynced(target);
      await set(target, value);
      const local = (await get(target)).exportVal();
      stop();
      expect((await get(ref(reader, path))).exportVal()).toEqual(local);
    }),
    { numRuns: 200 },
  );
});

type Operation =
  | { readonly kind: 'set'; readonly path: string; readonly value: unknown }
  | { readonly kind: 'update'; readonly path: string; readonly values: Record<string, unknown> }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'count'; readonly path: string };

// All scalars are at one depth. If a scalar gets a child while a removal of that child is pending, the SDK's
// local view keeps the scalar, whatever the server says.
const DEPTH = 3;
const letter = fc.constantFrom('a', 'b', 'c');

function subtree(depth: number): fc.Arbitrary<unknown> {
  return depth === 0 ? scalar : fc.dictionary(letter, subtree(depth - 1), { minKeys: 1, ...PLAIN });
}

const keysAbove = (deepest: number): fc.Arbitrary<string[]> => fc.array(letter, { maxLength: deepest });
const treePath = (keys: readonly string[]): string => ['tree', ...keys].join('/');

// Counters are outside the tree: the SDK hangs if a client sets a value over its own pending transaction.
const counterPath = fc.constantFrom('counters/x', 'counters/y');
const operation: fc.Arbitrary<Operation> = fc.oneof(
  keysAbove(DEPTH).chain((keys) =>
    subtree(DEPTH - keys.length).map((value) => ({ kind: 'set' as const, path: treePath(keys), value })),
  ),
  keysAbove(DEPTH - 2).chain((keys) =>
    fc
      .record({ near: subtree(DEPTH - keys.length - 1), far: subtree(DEPTH - keys.length - 2) })
      .map(({ near, far }) => ({
        kind: 'update' as const,
        path: treePath(keys),
        values: { a: near, 'b/c': far, 'c/a': null },
      })),
  ),
  keysAbove(DEPTH).map((keys) => ({ kind: 'remove' as const, path: treePath(keys) })),
  counterPath.map((path) => ({ kind: 'count' as const, path })),
);

async function perform(root: DatabaseReference, step: Operation): Promise<unknown> {
  const target = child(root, step.path);
  if (step.kind === 'set') return set(target, step.value);
  if (step.kind === 'update') return update(target, step.values);
  if (step.kind === 'remove') return remove(target);
  return runTransaction(target, (value) => (value ?? 0) + 1);
}

test('random writes by several clients converge to one tree', async () => {
  const databases = Array.from({ length: 3 }, () => world.client());
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(2), operation), { minLength: 1, maxLength: 25 }),
      async (steps) => {
        const path = freshPath();
        const roots = databases.map((database) => ref(database, path));
        const stops = await Promise.all(roots.map(keepSynced));
        await Promise.all(steps.map(([client, step]) => perform(roots[client] as DatabaseReference, step)));
        // The response arrives after all earlier pushes, so the caches are up to date by then.
        await Promise.all(databases.map((database) => get(ref(database, freshPath()))));
        const trees = await Promise.all(roots.map(async (root) => (await get(root)).exportVal()));
        const stored = (await get(ref(reader, path))).exportVal();
        for (const stop of stops) stop();
        expect(trees).toEqual([stored, stored, stored]);
      },
    ),
    { numRuns: 60 },
  );
});

const bound = fc.oneof(scalar, fc.constant(null), fc.constantFrom(1, 2, 'a', 'b', true));
const field = fc.constantFrom('a', 'b', 'a/b');
// Each index accepts only bounds of certain types.
const priorityBound = bound.filter((value) => typeof value !== 'boolean');
const ordering = fc.oneof(
  fc.constant([orderByKey(), key] as const),
  fc.constant([orderByValue(), bound] as const),
  fc.constant([orderByPriority(), priorityBound] as const),
  field.map((name) => [orderByChild(name), bound] as const),
);

const randomQuery: fc.Arbitrary<QueryConstraint[]> = ordering.chain(([order, value]) => {
  const limit = fc.nat(4);
  const start: fc.Arbitrary<string | number | boolean | null> = value;
  return fc
    .record({
      from: fc.option(fc.tuple(start, fc.boolean()), { nil: undefined }),
      to: fc.option(start, { nil: undefined }),
      first: limit,
      last: limit,
    })
    .map(({ from, to, first, last }) => {
      const constraints: QueryConstraint[] = [order];
      if (from) constraints.push(from[1] ? startAfter(from[0]) : startAt(from[0]));
      if (to !== undefined) constraints.push(endAt(to));
      if (first > 0) constraints.push(limitToFirst(first));
      else if (last > 0) constraints.push(limitToLast(last));
      return constraints;
    });
});

function listEntries(snapshot: DataSnapshot): [string | null, unknown][] {
  const entries: [string | null, unknown][] = [];
  snapshot.forEach((each) => {
    entries.push([each.key, each.exportVal()]);
  });
  return entries;
}

test('the server selects what the SDK selects from the full data', async () => {
  const children = fc.dictionary(key, tree, { minKeys: 1, maxKeys: 12, ...PLAIN });
  await fc.assert(
    fc.asyncProperty(children, randomQuery, async (data, constraints) => {
      const path = freshPath();
      await set(ref(writer, path), data);
      const served = await get(query(ref(reader, path), ...constraints));
      const stop = await keepSynced(ref(writer, path));
      const local = await new Promise<DataSnapshot>((resolve) => {
        onValue(query(ref(writer, path), ...constraints), resolve, { onlyOnce: true });
      });
      stop();
      expect(listEntries(served)).toEqual(listEntries(local));
    }),
    { numRuns: 300 },
  );
});

test('a filtered listener stays consistent with random writes', async () => {
  const changes = fc.array(fc.tuple(key, fc.option(tree, { nil: null })), { minLength: 1, maxLength: 15 });
  const children = fc.dictionary(key, tree, { minKeys: 1, maxKeys: 8, ...PLAIN });
  await fc.assert(
    fc.asyncProperty(children, randomQuery, changes, async (data, constraints, steps) => {
      const path = freshPath();
      await set(ref(writer, path), data);
      let shown: DataSnapshot | undefined;
      const stop = onValue(query(ref(reader, path), ...constraints), (snapshot) => {
        shown = snapshot;
      });
      for (const [name, value] of steps) await set(child(ref(writer, path), name), value);
      await get(ref(reader, freshPath()));
      stop();
      const fresh = await get(query(ref(writer, path), ...constraints));
      expect(shown && listEntries(shown)).toEqual(listEntries(fresh));
    }),
    { numRuns: 100 },
  );
});
