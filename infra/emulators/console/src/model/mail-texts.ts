import { html } from '@outharbor/emulator-kit/html';

/** By the kind of mail. The message is HTML with Firebase's placeholders, such as `%LINK%`. */
export type MailTexts = Readonly<
  Record<string, { readonly subject?: string; readonly message?: string } | undefined>
>;

const LINK = "<a href='%LINK%'>%LINK%</a>";
const ENDING = ['Thanks,', 'Your %APP_NAME% team'];

/** The subject and the paragraphs that Firebase sends while a project has no texts of its own. */
const FIREBASE: Readonly<Record<string, readonly [subject: string, ...paragraphs: string[]]>> = {
  PASSWORD_RESET: [
    'Reset your password for %APP_NAME%',
    'Hello,',
    'Follow this link to reset your %APP_NAME% password for your %EMAIL% account.',
    LINK,
    'If you didn’t ask to reset your password, you can ignore this email.',
    ...ENDING,
  ],
  VERIFY_EMAIL: [
    'Verify your email for %APP_NAME%',
    'Hello %DISPLAY_NAME%,',
    'Follow this link to verify your email address.',
    LINK,
    'If you didn’t ask to verify this address, you can ignore this email.',
    ...ENDING,
  ],
  RECOVER_EMAIL: [
    'Your sign-in email was changed for %APP_NAME%',
    'Hello %DISPLAY_NAME%,',
    'Your sign-in email for %APP_NAME% was changed to %NEW_EMAIL%.',
    'If you didn’t ask to change your email, follow this link to reset your sign-in email.',
    LINK,
    ...ENDING,
  ],
};

/** A mail as its receiver would see it; null for a kind whose text is not known. */
export function writeMail(kind: string, texts: MailTexts, values: Readonly<Record<string, string>>) {
  const [ofFirebase, ...paragraphs] = FIREBASE[kind] ?? [];
  if (ofFirebase === undefined) return null;
  const { subject = ofFirebase, message = paragraphs.map((text) => `<p>${text}</p>`).join('') } =
    texts[kind] ?? {};
  const fill = (text: string, write: (value: string) => string) =>
    text.replaceAll(/%(\w+)%/g, (placeholder, name: string) => write(values[name] ?? placeholder));
  // A link opens beside the console.
  const body = message.replaceAll('<a ', '<a target="_blank" ');
  return {
    subject: fill(subject, (value) => value),
    message: fill(body, (value) => html`${value}`.markup),
  };
}
