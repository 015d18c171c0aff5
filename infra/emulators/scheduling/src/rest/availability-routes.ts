import type { FastifyInstance } from 'fastify';
import type { EmulatorContext } from '../emulator-context.ts';
import { wireTime } from '../wire/format-event.ts';
import { formatEventType, formatUser, readPeriod, TIMES } from './account-routes.ts';
import { lastSegment, requireType } from './find-type.ts';
import { paginate } from './pagination.ts';
import { invalidArgument, notFound, permissionDenied } from './rest-error.ts';

const SCHEDULE_ID = 'SCHEDULE00000001';
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MAX_BUSY_DAYS = 7;

interface Query {
  readonly user?: string;
  readonly event_type?: string;
  readonly event_type_uuid?: string;
  readonly start_time?: string;
  readonly end_time?: string;
}

/** When the host works, and when somebody has booked. */
export function addAvailabilityRoutes(app: FastifyInstance, context: EmulatorContext): void {
  const { addresses, ledger, clock } = context;
  const rules = ({ eventType } = context) => {
    const hour = (value: number) => `${String(value).padStart(2, '0')}:00`;
    const open = [{ from: hour(eventType.opensAtHour), to: hour(eventType.closesAtHour) }];
    return DAYS.map((wday, day) => {
      return { type: 'wday', wday, intervals: eventType.workingDays.includes(day) ? open : [] };
    });
  };
  const schedule = () => ({
    uri: `${addresses.apiUrl}/user_availability_schedules/${SCHEDULE_ID}`,
    default: true,
    name: 'Working hours',
    user: addresses.user,
    timezone: context.eventType.host.timeZone,
    rules: rules(),
  });
  const ofUser = ({ user }: Query) => {
    if (user === undefined) throw invalidArgument('user', 'is required');
    if (user !== addresses.user) throw permissionDenied('You do not have permission');
  };
  const ofEventType = ({ event_type: uri, event_type_uuid: id = uri }: Query) => {
    if (id === undefined) throw invalidArgument('event_type', 'is required');
    return requireType(id, context);
  };
  const busy = ({ start_time: start, end_time: end }: Query) => {
    const { from, to } = readPeriod(clock.now(), start, end, MAX_BUSY_DAYS);
    const overlaps = (booking: { start: string; end: string }) =>
      booking.start < to.toISOString() && booking.end > from.toISOString();
    return ledger
      .list()
      .filter((booking) => booking.status === 'active' && overlaps(booking))
      .toSorted((a, b) => a.start.localeCompare(b.start))
      .map(({ start: startsAt, end: endsAt, eventId }) => {
        const [from, to] = [wireTime(startsAt), wireTime(endsAt)];
        const buffered = { buffered_start_time: from, buffered_end_time: to };
        return {
          type: 'calendly',
          start_time: from,
          end_time: to,
          ...buffered,
          event: { uri: addresses.event(eventId) },
        };
      });
  };
  const listings: readonly [string, (query: Query) => void, (query: Query) => readonly object[]][] = [
    ['user_availability_schedules', ofUser, () => [schedule()]],
    ['user_busy_times', ofUser, busy],
    [
      'event_type_availability_schedules',
      ofEventType,
      (query) => {
        const type = ofEventType(query);
        const availability_rule = { timezone: type.eventType.host.timeZone, rules: rules(type) };
        const { eventType, user } = type.addresses;
        return [{ event_type: eventType, user, availability_setting: 'host', availability_rule }];
      },
    ],
    [
      'event_type_memberships',
      ofEventType,
      (query) => {
        const type = ofEventType(query);
        const uri = `${addresses.apiUrl}/event_type_memberships/${lastSegment(type.addresses.eventType)}`;
        return [{ uri, event_type: formatEventType(type), member: formatUser(context), ...TIMES }];
      },
    ],
  ];
  for (const [path, check, items] of listings) {
    app.get<{ Querystring: Query }>(`/${path}`, async ({ query, url }) => {
      check(query);
      return paginate(items(query), url, addresses);
    });
  }
  app.get<{ Params: { id: string } }>('/user_availability_schedules/:id', async ({ params }) => {
    if (params.id !== SCHEDULE_ID) throw notFound();
    return { resource: schedule() };
  });
}
