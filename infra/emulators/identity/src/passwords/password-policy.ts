import { badRequest } from '../errors/api-error.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type PasswordPolicy } from '../state/project-config.ts';

/** The characters that the service counts as neither letter nor digit. */
export const NON_ALPHANUMERIC = [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~'];

/** Throws WEAK_PASSWORD, or an error that lists every violation of the project's policy. */
export function rejectWeakPassword(password: string, policy: PasswordPolicy): void {
  if (policy.passwordPolicyEnforcementState === 'ENFORCE') {
    const missing = missingRequirements(password, policy);
    if (missing.length === 0) return;
    throw requirementsNotMet(missing);
  }
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw badRequest(`WEAK_PASSWORD : Password should be at least ${MIN_PASSWORD_LENGTH} characters`);
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw requirementsNotMet([atMost(MAX_PASSWORD_LENGTH)]);
  }
}

const requirementsNotMet = (missing: readonly string[]) =>
  badRequest(`PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [${missing.join(', ')}]`);

const atMost = (length: number) => `Password may contain at most ${length} characters`;

export function missingRequirements(password: string, { passwordPolicyVersions }: PasswordPolicy): string[] {
  const [{ customStrengthOptions: policy }] = passwordPolicyVersions;
  const rules: readonly (readonly [boolean, string])[] = [
    [
      password.length < policy.minPasswordLength,
      `Password must contain at least ${policy.minPasswordLength} characters`,
    ],
    [password.length > policy.maxPasswordLength, atMost(policy.maxPasswordLength)],
    [
      policy.containsLowercaseCharacter && !/[a-z]/.test(password),
      'Password must contain a lower case character',
    ],
    [
      policy.containsUppercaseCharacter && !/[A-Z]/.test(password),
      'Password must contain an upper case character',
    ],
    [policy.containsNumericCharacter && !/[0-9]/.test(password), 'Password must contain a numeric character'],
    [
      policy.containsNonAlphanumericCharacter &&
        !NON_ALPHANUMERIC.some((character) => password.includes(character)),
      'Password must contain a non-alphanumeric character',
    ],
  ];
  return rules.filter(([isMissing]) => isMissing).map(([, name]) => name);
}
