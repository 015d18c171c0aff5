import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../infra/emulators/tests/support/test-folder.ts';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

type Import = readonly [folder: string, module: string];

const REJECTED: readonly Import[] = [
  ['api/contract/src', 'node:fs'],
  ['api/contract/src', '@outharbor/api/app'],
  ['api/src/checkout', 'stripe'],
  ['api/src/checkout', 'firebase-admin/auth'],
  ['api/src/checkout', '@outharbor/stripe-emulator'],
  ['api/src/gateways', '@outharbor/database-emulator'],
  ['api/src/gateways', '@outharbor/embedded/embedded-stack'],
  ['infra/emulators/stripe/src', '@outharbor/api/app'],
  ['infra/emulators/stripe/src', '@outharbor/scheduling-emulator'],
  ['infra/emulators/stripe/src', '@outharbor/contract/plans'],
  ['infra/emulators/stripe/src', '../../identity/src/tokens/jwt.ts'],
  ['infra/emulators/stripe/src/billing', '../../../kit/src/run.ts'],
  ['infra/emulators/identity/src/http', '../../../database/bin/database-emulator.mjs'],
  ['infra/emulators/console/src', '../../stripe/src/server/emulated-account.ts'],
  ['infra/emulators/all/src/services', '../../../stripe/src/server/seed.ts'],
  ['api/src/checkout', '../../contract/src/plans.ts'],
  ['web/src/lib', '../../../api/src/app.ts'],
  ['infra/emulators/kit/src', '@outharbor/stripe-emulator'],
  ['infra/emulators/kit/src', '../../stripe/src/server/emulated-account.ts'],
  ['infra/emulators/console/src', '@outharbor/embedded/embedded-stack'],
  ['infra/emulators/console/src', '@outharbor/contract/plans'],
  ['infra/embedded/src', '../../emulators/stripe/src/server/emulated-account.ts'],
  ['infra/rehearsal/src', '../../emulators/identity/src/tokens/jwt.ts'],
  ['infra/embedded/src', '../../../tests/support/people.ts'],
  ['tests/load', '../abuse/world.ts'],
  ['tests/everywhere/browser', '../../integration/outages.ts'],
  ['infra/emulators/tests/everywhere/clients', '../../conformance/database/rest.ts'],
  ['infra/emulators/tests/support/stripe', '../../conformance/stripe/visitor.ts'],
  ['infra/emulators/tests/conformance/stripe', '@outharbor/embedded/closing'],
  ['infra/emulators/tests/support', '../../../../scripts/step.ts'],
  ['infra/emulators/tests/everywhere/packages', '../../../../../scripts/step.ts'],
  ['web/src/app', '@outharbor/api/app'],
  ['web/src/features/auth', 'firebase-admin/auth'],
];

/** Lints one file per import and resolves with the imports that the linter rejects. */
async function rejectedImports(imports: readonly Import[]): Promise<Import[]> {
  const tree = await testFolder();
  const config = JSON.parse(await readFile(join(ROOT, 'biome.json'), 'utf8')) as object;
  await writeFile(join(tree, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
  const files = imports.map(([folder], index) => join(folder, `file-${index}.ts`));
  for (const [index, [, module]] of imports.entries()) {
    const file = join(tree, files[index] ?? '');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `import { used } from '${module}';\n\nused();\n`);
  }
  const output = await lint(tree);
  return imports.filter((_, index) => output.includes(`file-${index}.ts`));
}

function lint(tree: string): Promise<string> {
  const args = ['lint', '--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=github'];
  const biome = join(ROOT, 'node_modules', '.bin', 'biome');
  return new Promise((resolve) => {
    execFile(biome, args, { cwd: tree }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}

it('rejects imports that cross a boundary', async () => {
  expect(await rejectedImports(REJECTED)).toEqual(REJECTED);
});

const ABOVE_CATALOGUE = 'customers payments billing calls checkout portal extensions server recorder';

/** What the folders of a package must not import: those above them. */
const FORBIDDEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'api/src': {
    gateways: 'account account-deletion billing-portal checkout plugins reconciler subscriptions webhooks',
  },
  'web/src': {
    lib: 'features pages app',
    content: 'features pages app',
    ui: 'features pages app',
    features: 'pages app',
    pages: 'app',
  },
  'infra/emulators/stripe/src': {
    description: `kinds pages catalogue ${ABOVE_CATALOGUE}`,
    kinds: `pages catalogue ${ABOVE_CATALOGUE}`,
    catalogue: ABOVE_CATALOGUE,
    pages: `catalogue ${ABOVE_CATALOGUE}`,
    customers: 'payments billing calls checkout portal extensions server recorder',
    payments: 'billing calls checkout portal extensions server recorder',
    billing: 'calls checkout portal extensions server recorder',
    calls: 'billing checkout portal extensions server recorder',
    checkout: 'portal extensions server recorder',
    portal: 'extensions server recorder',
    extensions: 'portal server recorder',
    server: 'recorder',
  },
};

const floorOf = (path: string) => path.split('/', 1)[0] ?? '';

/** The imports of a file, relative to the package's sources, that lead to a floor above its own. */
function importsUp(root: string, file: string, text: string): string[] {
  const forbidden = FORBIDDEN[root]?.[floorOf(file)]?.split(' ') ?? [];
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, module = '']) => relative(root, join(root, dirname(file), module)))
    .filter((imported) => forbidden.includes(floorOf(imported)))
    .map((imported) => `${root}/${file} imports ${imported}`);
}

it.each(Object.keys(FORBIDDEN))('no folder of %s imports one above it', async (root) => {
  const files = await tracked(`${root}/*.ts`, `${root}/*.tsx`, ':!*.test.ts', ':!*.test.tsx');
  const up = files.map(async (file) =>
    importsUp(root, relative(root, file), await readFile(join(ROOT, file), 'utf8')),
  );
  expect((await Promise.all(up)).flat()).toEqual([]);
});

it.each([
  ['web/src', 'ui/Menu.tsx', "import { useSession } from '../features/auth/use-session.ts';"],
  ['web/src', 'lib/log.ts', "const load = () => import('../pages/Home.tsx');"],
  [
    'api/src',
    'gateways/stripe/account.ts',
    "import { decidePlan } from '../../subscriptions/decide-plan.ts';",
  ],
  ['infra/emulators/stripe/src', 'checkout/pages/page.ts', "import '../../extensions/meters/meters.ts';"],
])('an import up is found in %s', (root, file, text) => {
  expect(importsUp(root, file, text)).toHaveLength(1);
});
