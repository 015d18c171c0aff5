import { join } from 'node:path';
import { download, execute, type LanguageToolchain } from './toolchain.ts';

const PACKAGES = ['stripe==16.1.0', 'firebase-admin==7.7.0', 'Django==5.2.8'];

export const python: LanguageToolchain = {
  name: 'python',
  ending: '.py',
  need: 'python',
  needs: ['python3'],
  packages: PACKAGES,
  async install(folder) {
    await execute(['python3', '-m', 'venv', 'venv'], folder);
    await download([pythonIn(folder), '-m', 'pip', 'install', '--quiet', ...PACKAGES], folder);
  },
  command: ({ installed, program }) => [pythonIn(installed), program],
};

function pythonIn(folder: string): string {
  return join(folder, 'venv', 'bin', 'python');
}
