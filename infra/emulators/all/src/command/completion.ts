import { SERVICES } from '../services/services.ts';
import { OPTIONS } from './options.ts';

const WORDS = ['exec', ...SERVICES, ...OPTIONS.map(({ name }) => `--${name}`)].join(' ');

const BASH = `complete -o default -W '${WORDS}' emulators\n`;

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: BASH,
  zsh: `autoload -U +X bashcompinit && bashcompinit\n${BASH}`,
  fish: [
    `complete -c emulators -f -a 'exec ${SERVICES.join(' ')}'`,
    ...OPTIONS.map((option) => {
      const argument =
        'choices' in option ? ` -x -a '${option.choices.join(' ')}'` : 'value' in option ? ' -r -F' : '';
      return `complete -c emulators -l ${option.name}${argument} -d '${option.help}'`;
    }),
    '',
  ].join('\n'),
};

/** The shell's completion script; undefined for an unsupported shell. */
export function completionScript(shell: string): string | undefined {
  return SCRIPTS[shell];
}
