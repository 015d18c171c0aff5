import { badRequest, notImplemented } from '../errors/api-error.ts';
import type { ForwardedCredentials } from '../state/project-config.ts';
import type { Fields } from '../wire/fields.ts';

const EVENTS = ['beforeCreate', 'beforeSignIn'];

export function blockingFunctionsWire(forwarded: ForwardedCredentials | undefined): object {
  return forwarded === undefined ? {} : { forwardInboundCredentials: forwarded };
}

/** Parses which credentials to forward. Blocking functions are not supported, so a trigger is rejected. */
export function changedForwarding(change: Fields): ForwardedCredentials | undefined {
  const triggers = change.object('triggers');
  for (const event of Object.keys(triggers?.all() ?? {})) {
    if (!EVENTS.includes(event)) throw badRequest('INVALID_BLOCKING_FUNCTION : ((Event type is invalid.))');
    const uri = triggers?.object(event)?.text('functionUri');
    if (uri === undefined || !URL.canParse(uri)) {
      throw badRequest(
        'INVALID_BLOCKING_FUNCTION : ((Expected an absolute URI with valid scheme and host.))',
      );
    }
    throw notImplemented('blocking functions');
  }
  const forwarded = change.object('forwardInboundCredentials');
  return (
    forwarded && {
      idToken: forwarded.flag('idToken'),
      accessToken: forwarded.flag('accessToken'),
      refreshToken: forwarded.flag('refreshToken'),
    }
  );
}
