import type { LanguageToolchain } from './toolchain.ts';

export const shell: LanguageToolchain = {
  name: 'shell',
  ending: '.sh',
  need: 'curl',
  needs: ['sh', 'curl'],
  packages: [],
  install: async () => undefined,
  command: ({ program }) => ['sh', '-eu', program],
};
