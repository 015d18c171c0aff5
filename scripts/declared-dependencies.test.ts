import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importedPackages, undeclaredImports } from './declared-dependencies.ts';

/** Double-quoted, since the check searches this file as well and matches only single quotes. */
it.each<[string, readonly string[]]>([
  ['import { a } from "fastify";', ['fastify']],
  ['import "firebase/auth";', ['firebase']],
  ['export { a } from "@outharbor/contract/plans";', ['@outharbor/contract']],
  ['const a = await import("stripe");', ['stripe']],
  ['module.exports = require("@firebase/logger");', ['@firebase/logger']],
  ['import type {\n  A,\n  B,\n} from "pino";', ['pino']],
  [
    'import fs from "node:fs"; import path from "path"; import a from "./a.ts"; import v from "virtual:x";',
    [],
  ],
])('in %s, finds the packages %j', (text, packages) => {
  expect([...importedPackages(text.replaceAll('"', "'"))]).toEqual(packages);
});

it("reports an import declared only in another package's package.json", async () => {
  const root = await mkdtemp(join(tmpdir(), 'declared-'));
  try {
    await mkdir(join(root, 'api/src'), { recursive: true });
    await writeFile(join(root, 'package.json'), '{"name":"root","devDependencies":{"yaml":"1"}}');
    await writeFile(join(root, 'api/package.json'), '{"name":"api","dependencies":{"pino":"1"}}');
    await writeFile(
      join(root, 'api/src/a.ts'),
      ['pino', 'yaml', 'api/b'].map((name) => `import '${name}';\n`).join(''),
    );
    expect(await undeclaredImports(root, ['api/src/a.ts'])).toEqual(['api/src/a.ts: yaml']);
  } finally {
    await rm(root, { recursive: true });
  }
});
