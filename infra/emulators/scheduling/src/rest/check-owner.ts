import type { EmulatorContext } from '../emulator-context.ts';
import { invalidArgument, permissionDenied, unsupported } from './rest-error.ts';

export interface Owner {
  readonly user?: string;
  readonly organization?: string;
  readonly group?: string;
}

/** A listing requires a user or an organization, which must be this account. */
export function checkOwner({ user, organization, group }: Owner, { addresses }: EmulatorContext): void {
  if (group !== undefined) throw unsupported('the parameter group');
  if (user === undefined && organization === undefined) {
    throw invalidArgument('user', 'either user or organization is required');
  }
  const known =
    (user === undefined || user === addresses.user) &&
    (organization === undefined || organization === addresses.organization);
  if (!known) throw permissionDenied('You do not have permission');
}
