import type { Context } from '../context.ts';
import type { ProjectConfig } from '../state/project-config.ts';
import type { Fields } from '../wire/fields.ts';

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
  return emulatorConfigWire(project.config);
}

export function changeEmulatorConfig({ project }: Context, body: Fields): object {
  const allowDuplicateEmails = body.object('signIn')?.flag('allowDuplicateEmails');
  const emailPrivacy = body.object('emailPrivacyConfig')?.flag('enableImprovedEmailPrivacy');
  project.saveConfig({
    ...project.config,
    ...(allowDuplicateEmails !== undefined && { allowDuplicateEmails }),
    ...(emailPrivacy !== undefined && { emailPrivacy }),
  });
  return emulatorConfigWire(project.config);
}

function emulatorConfigWire({ allowDuplicateEmails, emailPrivacy }: ProjectConfig): object {
  return {
    signIn: { allowDuplicateEmails },
    emailPrivacyConfig: { enableImprovedEmailPrivacy: emailPrivacy },
  };
}
