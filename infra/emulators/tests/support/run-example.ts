import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { installedChromium } from './chromium-path.ts';
import type { Example } from './documented-examples.ts';
import type { InstalledApp } from './installed-app/installed-app.ts';
import { execute, type LanguageToolchain, toolchainFolder } from './toolchains/toolchain.ts';

/** Runs a JavaScript or TypeScript example next to the installed packages and resolves with its output. */
export async function runInApp(
  { files }: Example,
  app: InstalledApp,
  node = process.execPath,
): Promise<string> {
  const program = await writeFiles(files, app.path);
  // Running does not check types, so TypeScript examples are only compiled.
  if (program.endsWith('.ts')) {
    const strictly = ['--noEmit', '--strict', '--module', 'NodeNext', '--target', 'ES2023'];
    return execute(['tsc', ...strictly, ...files.map(({ name }) => name)], app.path);
  }
  if (program.includes('.test.')) {
    return app.run(node, 'node_modules/vitest/vitest.mjs', 'run', program);
  }
  if (program.startsWith('__tests__/')) {
    return app.run(node, '--experimental-vm-modules', 'node_modules/jest/bin/jest.js', program);
  }
  if (program.includes('.spec.')) {
    const launchOptions = { executablePath: installedChromium(), args: ['--no-sandbox'] };
    const config = `export default ${JSON.stringify({ reporter: 'line', use: { launchOptions } })};\n`;
    await writeFile(join(app.path, 'playwright.config.mjs'), config);
    return app.run(node, 'node_modules/@playwright/test/cli.js', 'test', program);
  }
  return app.run(node, program);
}

/** Runs an example in another language, with the emulator addresses in its environment. */
export async function runInLanguage(
  { files }: Example,
  { language, folder, app }: { language: LanguageToolchain; folder: string; app: InstalledApp },
): Promise<string> {
  const program = await writeFiles(files, folder);
  const emulators = await app.start(process.execPath, 'stripe', 'identity', 'database');
  try {
    const command = language.command({ installed: toolchainFolder(language), folder, program });
    return await execute(command, folder, exampleEnvironment(emulators.addresses));
  } finally {
    await emulators.end();
  }
}

async function writeFiles(files: Example['files'], folder: string): Promise<string> {
  for (const { name, code } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), code);
  }
  return (files.at(-1) ?? files[0]).name;
}

/** The variables that the pages tell readers to set. */
function exampleEnvironment(addresses: string): NodeJS.ProcessEnv {
  const { stripe, identity, database } = JSON.parse(addresses) as Record<
    'stripe' | 'identity' | 'database',
    { readonly url: string; readonly controlUrl: string }
  >;
  return {
    STRIPE_URL: stripe.url,
    STRIPE_CONTROL_URL: stripe.controlUrl,
    FIREBASE_AUTH_EMULATOR_HOST: new URL(identity.url).host,
    FIREBASE_DATABASE_EMULATOR_HOST: `localhost:${new URL(database.url).port}`,
  };
}
