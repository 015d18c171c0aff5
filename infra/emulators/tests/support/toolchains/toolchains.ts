import { go } from './go.ts';
import { java } from './java.ts';
import { python } from './python.ts';
import { shell } from './shell.ts';
import { testTools } from './test-tools.ts';
import { install, type LanguageToolchain, missingFor } from './toolchain.ts';

const LANGUAGES: readonly LanguageToolchain[] = [python, go, java, shell];

/** Returns the toolchain for a program; undefined for JavaScript. */
export function findLanguage(program: string): LanguageToolchain | undefined {
  return LANGUAGES.find(({ ending }) => program.endsWith(ending));
}

/** Installs the available toolchains before connections to other machines are rejected. */
export async function setup(): Promise<void> {
  for (const toolchain of [...LANGUAGES, testTools]) {
    if ((await missingFor(toolchain)).length === 0) await install(toolchain);
  }
}
