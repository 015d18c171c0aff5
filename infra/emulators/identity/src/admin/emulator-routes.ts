import type { Context } from '../context.ts';
import type { Fields } from '../wire/fields.ts';
import { merged } from './project-config-wire.ts';

/** `/emulator/v1/projects/{p}/…`: called on any Auth emulator by firebase-tools and test suites. */
export function deleteAllAccounts({ project, attempts, phones }: Context): object {
  project.deleteAllUsers();
  attempts.reset();
  phones.reset();
  return {};
}

export function listCodes({ project }: Context): object {
  return {
    oobCodes: project.codes().map(({ email, newEmail, type, code, link, createdAt }) => {
      // The official emulator lists the new address only where the mail is sent to it.
      const confirms = type === 'VERIFY_AND_CHANGE_EMAIL' && { newEmail };
      return { email, ...confirms, requestType: type, oobCode: code, oobLink: link, sentAt: createdAt };
    }),
  };
}

export function listVerificationCodes({ phones }: Context): object {
  return {
    verificationCodes: phones.pending().map(({ phoneNumber, sessionInfo, code }) => {
      return { phoneNumber, sessionInfo, code };
    }),
  };
}

export function emulatorConfig({ project }: Context): object {
  const { signIn, emailPrivacyConfig } = project.config;
  return { signIn: { allowDuplicateEmails: signIn.allowDuplicateEmails }, emailPrivacyConfig };
}

export function changeEmulatorConfig(context: Context, body: Fields): object {
  const { config } = context.project;
  const { email, anonymous, phoneNumber, ...signIn } = config.signIn;
  const { signIn: changed, emailPrivacyConfig } = merged(
    { signIn, emailPrivacyConfig: config.emailPrivacyConfig },
    body,
  );
  context.project.saveConfig({ ...config, signIn: { ...config.signIn, ...changed }, emailPrivacyConfig });
  return emulatorConfig(context);
}
