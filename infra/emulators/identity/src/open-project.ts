import type { Context } from './context.ts';
import type { Control } from './control/control-types.ts';
import { controlProject } from './control-project.ts';
import { signInAttempts } from './passwords/sign-in-attempts.ts';
import { phoneVerifications } from './state/phone-verifications.ts';
import { Project, type ProjectOptions } from './state/project.ts';
import { openTenants } from './state/tenants.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';
import { tokensOf } from './tokens/tokens.ts';

export interface OpenProject {
  readonly project: Project;
  readonly context: Promise<Context>;
  readonly control: Control;
}

type EmulatorSettings = Pick<Context, 'permissive' | 'allowOwner' | 'actionUrl'>;

export function openProject(
  options: ProjectOptions & { readonly tenantFolder: string | undefined },
  keys: Promise<SigningKeys>,
  settings: EmulatorSettings,
): OpenProject {
  const project = new Project(options);
  const folder = options.tenantId === undefined ? options.tenantFolder : undefined;
  const tenants = openTenants<OpenProject>(folder, options.config, (seed) => {
    const now = () => project.now();
    return openProject({ ...options, ...seed, now, tenantFolder: undefined }, keys, settings);
  });
  const attempts = signInAttempts(() => project.now());
  const phones = phoneVerifications(() => project.now());
  const context = keys.then((opened) => {
    return {
      ...settings,
      project,
      attempts,
      phones,
      tenants,
      keys: opened,
      tokens: tokensOf(project, opened, settings.permissive),
      actionUrl: () => project.config.notification.sendEmail.callbackUri ?? settings.actionUrl(),
    };
  });
  context.catch(() => undefined);
  return { project, context, control: controlProject({ project, attempts, phones, tenants, context }) };
}
