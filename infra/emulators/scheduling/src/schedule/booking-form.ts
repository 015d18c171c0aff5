import type { BookingRequest } from '../bookings/booking.ts';
import type { EventType, Location, Question } from './event-type.ts';

/** What a visitor is asked beside the name and the address; the answers are `a1`, `a2` and so on. */
export function questionsOf({ question, questions }: EventType): readonly Question[] {
  return questions ?? [{ name: question, type: 'text', required: false }];
}

export function locationsOf({ location, locations }: EventType): readonly [Location, ...Location[]] {
  const [first = { kind: 'custom', location }, ...others] = locations ?? [];
  return [first, ...others];
}

/** Whether the visitor names the place or the number to call. */
export const asksForLocation = ({ kind }: Location): boolean =>
  kind === 'ask_invitee' || kind === 'outbound_call';

export const isConference = ({ kind }: Location): boolean => kind.endsWith('_conference');

/** Where a booking takes place: the location that the visitor chose, or else the first. */
export function chosenLocation(eventType: EventType, kind: string | null | undefined): Location {
  const all = locationsOf(eventType);
  return all.find((each) => each.kind === kind) ?? all[0];
}

type GivenForm = Pick<BookingRequest, 'answers' | 'location' | 'locationKind'>;

/** Returns a message for each answer that is missing or not a choice, by the name of its field. */
export function validateForm(eventType: EventType, form: GivenForm): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [index, { required, choices }] of questionsOf(eventType).entries()) {
    const field = `a${index + 1}`;
    const answer = form.answers[field] ?? '';
    if (required && answer.trim() === '') errors[field] = 'Please answer this question.';
    else if (choices && answer !== '' && !answer.split('\n').every((each) => choices.includes(each)))
      errors[field] = 'Please choose from the list.';
  }
  const location = chosenLocation(eventType, form.locationKind);
  if (form.locationKind && location.kind !== form.locationKind)
    errors.location = 'Please choose a place from the list.';
  else if (asksForLocation(location) && !form.location?.trim()) errors.location = 'Please say where.';
  return errors;
}
