import { beforeAll, describe, expect, it } from 'vitest';
import { needsTestTools, PAGES, readExamples } from '../../support/documented-examples.ts';
import { emptyFolder, InstalledApp } from '../../support/installed-app/installed-app.ts';
import { installPackages } from '../../support/installed-app/installed-packages.ts';
import { runInApp, runInLanguage } from '../../support/run-example.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { npmOptions, testTools } from '../../support/toolchains/test-tools.ts';
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
    const language = findLanguage((example.files.at(-1) ?? example.files[0]).name);
    await skipWithoutToolchain(language ?? testTools, context);
    const printed = language
      ? await runInLanguage(example, { language, folder: await emptyFolder(folder.path, example.title), app })
      : await runInApp(example, needsTestTools(example) ? await appWithTestTools() : app);
    // A framework may log before the example prints.
    if (example.output !== undefined) expect(printed.slice(-example.output.length)).toBe(example.output);
  });
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
