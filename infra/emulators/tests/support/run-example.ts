import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { installedChromium } from './chromium-path.ts';
import { type Example, type ExampleFile, programOf } from './documented-examples.ts';
import type { InstalledApp } from './installed-app/installed-app.ts';
import { type Command, execute, type LanguageToolchain, toolchainFolder } from './toolchains/toolchain.ts';

/** Compiles what is in JavaScript or TypeScript as its readers do in strict projects, and resolves with the errors. */
export async function compileInApp(examples: readonly Example[], app: InstalledApp): Promise<string> {
  const files = examples.flatMap((example) => example.files).filter(({ name }) => /\.(m?js|ts)$/.test(name));
  await writeFiles(files, app.path);
  const compilerOptions = {
    strict: true,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    // The SDKs' own declarations are not what is judged.
    skipLibCheck: true,
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    module: 'ESNext',
    // What Next.js demands of its apps.
    moduleResolution: 'Bundler',
    types: ['node', 'jest'],
  };
  const config = { compilerOptions, files: files.map(({ name }) => name) };
  await writeFile(join(app.path, 'tsconfig.json'), JSON.stringify(config));
  return execute(['tsc', '-p', app.path], app.path).catch(({ stdout }: { stdout: string }) => stdout);
}

/** Runs a JavaScript or TypeScript example next to the installed packages and resolves with its output. */
export async function runInApp(
  example: Example,
  app: InstalledApp,
  [node, ...options]: Command = [process.execPath],
): Promise<string> {
  await writeFiles(example.files, app.path);
  const program = programOf(example);
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
  return app.run(node, ...options, program);
}

/** Runs an example in another language, with the emulator addresses in its environment. */
export async function runInLanguage(
  example: Example,
  { language, folder, app }: { language: LanguageToolchain; folder: string; app: InstalledApp },
): Promise<string> {
  await writeFiles(example.files, folder);
  const program = programOf(example);
  const emulators = await app.start(process.execPath, 'stripe', 'identity', 'database');
  try {
    const command = language.command({ installed: toolchainFolder(language), folder, program });
    return await execute(command, folder, exampleEnvironment(emulators.addresses));
  } finally {
    await emulators.end();
  }
}

async function writeFiles(files: readonly ExampleFile[], folder: string): Promise<void> {
  for (const { name, code } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), code);
  }
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
