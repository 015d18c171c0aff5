import { noSuch } from '../description/api-error.ts';
import { isObject, type JsonObject } from '../description/json.ts';
import type { Context } from './context.ts';
import { receivers } from './events/receivers.ts';
import { deliveryId, type EventSubject, type WebhookEndpoint } from './events/webhook-entities.ts';
import { randomText } from './random-text.ts';
import type { Collection } from './store/collection.ts';
import type { Identified, Loose } from './store/kind-type.ts';
import type { Store } from './store/store.ts';
import { inVersion, written } from './versions/in-version.ts';

export function required<T>(entity: T | undefined, kind: string, id: string, param?: string): T {
  if (entity === undefined) throw noSuch(kind, id, param);
  return entity;
}

export type Find<T> = (context: Context, id: string, param?: string) => T;

/** The objects in a collection of the store. */
export type In<N extends keyof Store> = Store[N] extends Collection<infer T> ? T : never;

/** Finds an object of one kind, or throws Stripe's error for an unknown id. */
export interface Finder<T extends Identified> extends Find<T> {
  /** The name that messages use for the kind. */
  readonly kind: string;
  readonly among: (store: Store) => Collection<T>;
}

export function finder<N extends keyof Store>(kind: string, name: N): Finder<In<N>> {
  return finderAmong(kind, (store) => store.collection<In<N>>(name));
}

export function finderAmong<T extends Identified>(kind: string, among: Finder<T>['among']): Finder<T> {
  const find: Find<T> = ({ store }, id, param) => required(among(store).get(id), kind, id, param);
  return Object.assign(find, { kind, among });
}

/** What a parameter refers to, as it is shown; throws Stripe's error if it is unknown or deleted. */
export function requireReferred(context: Context, name: string, id: string, param: string): JsonObject {
  const { kind = name, show } = context.installed.references[name] ?? {};
  const shown = show?.(context, id) as JsonObject | undefined;
  return required(shown?.deleted === true ? undefined : shown, kind, id, param);
}

/** A new object id such as `cus_…`. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`;
}

function listensTo(endpoint: WebhookEndpoint, type: string): boolean {
  const { enabled_events, status } = endpoint;
  return status === 'enabled' && (enabled_events.includes('*') || enabled_events.includes(type));
}

/** The first version of event types that are not in all versions. */
const SINCE: Readonly<Record<string, string>> = { 'invoice_payment.paid': '2025-03-31.basil' };

/** Records an event with a snapshot of `object`, and a delivery for each subscribed endpoint; returns those deliveries. */
export function emit(
  context: Context,
  type: string,
  object: object,
  previousAttributes?: JsonObject,
): readonly string[] {
  // Nothing has changed, so there is nothing to report.
  const isUnchanged = previousAttributes !== undefined && Object.keys(previousAttributes).length === 0;
  if (type.endsWith('.updated') && isUnchanged) return [];
  const { installed, store, time, cause, settings, accountId, platform } = context;
  const since = SINCE[type] ?? '';
  const endpoints = receivers(store).filter(
    (endpoint) => listensTo(endpoint, type) && (endpoint.api_version ?? settings.apiVersion) >= since,
  );
  if (endpoints.length === 0 && settings.apiVersion < since) return [];
  const id = newId('evt');
  const created = time.now();
  const payloadIn = (version: string) => {
    const body = {
      id,
      object: 'event',
      ...(platform !== null && { account: accountId }),
      api_version: version,
      created,
      data: written(context, eventData(context, version, object, previousAttributes)),
      livemode: context.livemode,
      pending_webhooks: endpoints.length,
      request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
      type,
    };
    return JSON.stringify(body);
  };
  store.events.put({
    id,
    created,
    type,
    subject: toSubject(object),
    payload: payloadIn(settings.apiVersion),
  });
  const sent = endpoints.map(({ id: endpoint, api_version }) => {
    const version = api_version ?? settings.apiVersion;
    const delivery = store.deliveries.put({
      id: deliveryId(id, endpoint),
      event: id,
      endpoint,
      ...(version === settings.apiVersion ? {} : { payload: payloadIn(version) }),
      status: 'pending',
      held: settings.deliveryPlan.hold,
      nextAttemptAt: Date.now() + settings.deliveryPlan.delayMs,
      attempts: [],
    });
    return delivery.id;
  });
  for (const follow of installed.after[type] ?? []) follow(context, object as JsonObject);
  return sent;
}

function toSubject(object: object): EventSubject {
  const { id: own, object: kind, customer: owner } = object as Readonly<Record<string, unknown>>;
  const id = typeof own === 'string' ? own : null;
  return { object: id, customer: kind === 'customer' ? id : typeof owner === 'string' ? owner : null };
}

/** An object in a version, and how it was before its change. */
export function eventData(
  context: Context,
  version: string,
  object: object,
  previous?: JsonObject,
): JsonObject {
  const shown = inVersion(context, version, object);
  if (previous === undefined) return { object: shown };
  if (shown === object) return { object: shown, previous_attributes: changedParts(previous, shown) };
  // In an older version the change may appear in another field, so the converted objects are compared.
  const before = inVersion(context, version, { ...object, ...previous });
  return { object: shown, previous_attributes: changedParts(changedAttributes(before, shown), shown) };
}

/** An object shows only its changed parts; a changed list is shown as a whole. */
function changedParts(before: JsonObject, after: object): JsonObject {
  const now = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).map(([key, value]) => {
      const current = now.get(key);
      if (!isObject(value) || !isObject(current)) return [key, value];
      return [key, changedParts(changedAttributes(value, current), current)];
    }),
  );
}

/** Records an event about a change of an object, which it returns. */
export function emitChange<W extends object>(context: Context, type: string, before: object, after: W): W {
  emit(context, type, after, changedAttributes(before, after));
  return after;
}

/** The fields of `before` that changed, and null for new ones: an update event's `previous_attributes`. */
export function changedAttributes(before: object, after: object): JsonObject {
  const now = new Map<string, unknown>(Object.entries(after).filter(([, value]) => value !== undefined));
  const former = { ...Object.fromEntries([...now.keys()].map((key) => [key, null])), ...before };
  const changed = Object.entries(former).filter(
    ([key, value]) => value !== now.get(key) && JSON.stringify(value) !== JSON.stringify(now.get(key)),
  );
  return Object.fromEntries(changed);
}

type Wire<T> = (context: Context, entity: T) => object;

/** Stores an entity of a kind, and emits what has happened to it. */
export function putting<N extends keyof Store>(name: N, wire: Wire<In<N>>) {
  return (context: Context, event: string, entity: In<N>): In<N> => {
    const kept = context.store.collection<In<N>>(name).put(entity);
    emit(context, event, wire(context, kept));
    return kept;
  };
}

/** Stores a changed entity of a kind, and emits what has changed, if anything that is shown has. */
export function changing<N extends keyof Store>(event: string, name: N, wire: Wire<In<N>>) {
  return (context: Context, before: In<N>, after: Loose<In<N>>): In<N> => {
    const kept = context.store.collection<In<N>>(name).put(after);
    emitChange(context, event, wire(context, before), wire(context, kept));
    return kept;
  };
}
