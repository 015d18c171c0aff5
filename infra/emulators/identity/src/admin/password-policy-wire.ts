import { badRequest } from '../errors/api-error.ts';
import type { PasswordPolicy } from '../state/project-config.ts';
import type { Fields } from '../wire/fields.ts';

export function passwordPolicyWire(policy: PasswordPolicy): object {
  return {
    passwordPolicyEnforcementState: policy.enforcement,
    forceUpgradeOnSignin: policy.forceUpgradeOnSignIn,
    passwordPolicyVersions: [
      {
        customStrengthOptions: {
          minPasswordLength: policy.minLength,
          maxPasswordLength: policy.maxLength,
          containsLowercaseCharacter: policy.lowercase,
          containsUppercaseCharacter: policy.uppercase,
          containsNumericCharacter: policy.numeric,
          containsNonAlphanumericCharacter: policy.nonAlphanumeric,
        },
        schemaVersion: 1,
      },
    ],
  };
}

export function changedPasswordPolicy(policy: PasswordPolicy, change: Fields): PasswordPolicy {
  const enforcement = change.text('passwordPolicyEnforcementState') ?? policy.enforcement;
  if (enforcement !== 'OFF' && enforcement !== 'ENFORCE')
    throw badRequest('INVALID_CONFIG : passwordPolicyEnforcementState');
  const options = change.objects('passwordPolicyVersions')[0]?.object('customStrengthOptions');
  const minLength = options?.integer('minPasswordLength') ?? policy.minLength;
  const maxLength = options?.integer('maxPasswordLength') ?? policy.maxLength;
  if (minLength < 6 || minLength > 30) throw badRequest('INVALID_CONFIG : minPasswordLength');
  if (maxLength < minLength || maxLength > 4096) throw badRequest('INVALID_CONFIG : maxPasswordLength');
  return {
    minLength,
    maxLength,
    lowercase: options?.flag('containsLowercaseCharacter') ?? policy.lowercase,
    uppercase: options?.flag('containsUppercaseCharacter') ?? policy.uppercase,
    numeric: options?.flag('containsNumericCharacter') ?? policy.numeric,
    nonAlphanumeric: options?.flag('containsNonAlphanumericCharacter') ?? policy.nonAlphanumeric,
    enforcement,
    forceUpgradeOnSignIn: change.flag('forceUpgradeOnSignin') ?? policy.forceUpgradeOnSignIn,
  };
}
