import { beforeAll, describe, expect, it } from 'vitest';
import {
  isPlain,
  needsTestTools,
  PAGES,
  programOf,
  readExamples,
} from '../../support/documented-examples.ts';
import { emptyFolder, InstalledApp } from '../../support/installed-app/installed-app.ts';
import { installPackages } from '../../support/installed-app/installed-packages.ts';
import { compileInApp, runInApp, runInLanguage } from '../../support/run-example.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { npmOptions, OTHER_RUNTIMES, testTools } from '../../support/toolchains/test-tools.ts';
import { skipWithoutToolchain } from '../../support/toolchains/toolchain.ts';
import { findLanguage } from '../../support/toolchains/toolchains.ts';

const folder = suiteFixture(temporaryFolder);
let tarballs: readonly string[];
let app: InstalledApp;
let testApp: Promise<InstalledApp> | undefined;

beforeAll(async () => {
  ({ tarballs, app } = await installPackages(folder.path));
});

describe.each(PAGES)('examples in %s', async (page) => {
  it.for(await readExamples(page))('$title', async (example, context) => {
    const language = findLanguage(programOf(example));
    await skipWithoutToolchain(language ?? testTools, context);
    const printed = language
      ? await runInLanguage(example, { language, folder: await emptyFolder(folder.path, example.title), app })
      : await runInApp(example, needsTestTools(example) ? await appWithTestTools() : app);
    // A framework may log before the example prints.
    if (example.output !== undefined) expect(printed.slice(-example.output.length)).toBe(example.output);
  });
});

it('compiles every example strictly, also those in JavaScript', async (context) => {
  await skipWithoutToolchain(testTools, context);
  const examples = (await Promise.all(PAGES.map(readExamples))).flat();
  expect(await compileInApp(examples, await appWithTestTools())).toBe('');
});

const plain = (await Promise.all(['../README.md', 'quick-start.md', 'faults-and-time.md'].map(readExamples)))
  .flat()
  .filter((example) => isPlain(example) && example.output !== undefined);

// They print strings in their own quotes.
it.for(
  OTHER_RUNTIMES.flatMap((runtime) =>
    plain.map((example) => ({ ...runtime, title: example.title, example })),
  ),
)('$name runs "$title"', async ({ command, example }, context) => {
  await skipWithoutToolchain(testTools, context);
  const printed = await runInApp(example, await appWithTestTools(), command);
  expect(printed.replaceAll('"', "'")).toBe(example.output);
});

/** Created for the first example that needs it. */
async function appWithTestTools(): Promise<InstalledApp> {
  const install = async () => {
    const path = await emptyFolder(folder.path, 'test-app');
    return InstalledApp.install(path, [...tarballs, ...testTools.packages], npmOptions());
  };
  testApp ??= install();
  return testApp;
}
