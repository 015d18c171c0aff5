import { SERVICES } from '../services/services.ts';
import { OPTIONS } from './options.ts';

const WORDS = [...SERVICES, ...OPTIONS.map(({ name }) => `--${name}`)].join(' ');

const BASH = `complete -o default -W '${WORDS}' emulators\n`;

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: BASH,
  zsh: `autoload -U +X bashcompinit && bashcompinit\n${BASH}`,
  fish: [
    `complete -c emulators -f -a '${SERVICES.join(' ')}'`,
    ...OPTIONS.map((option) => {
      const takes =
        'choices' in option ? ` -x -a '${option.choices.join(' ')}'` : 'value' in option ? ' -r -F' : '';
      return `complete -c emulators -l ${option.name}${takes} -d '${option.help}'`;
    }),
    '',
  ].join('\n'),
};

/** The completion script for a shell; undefined for an unknown one. */
export function completionOf(shell: string): string | undefined {
  return SCRIPTS[shell];
}
