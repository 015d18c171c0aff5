import type { WidgetConfig } from '../../widget/widget-config.ts';
import { type DateKey, type MonthKey, shortDayName, toMonth } from './dates.ts';
import { type DetailsForm, detailsForm, type TypedDetails } from './details-form.ts';
import { type MonthView, monthView } from './month-view.ts';
import { noneOpenNotice } from './none-open-notice.ts';
import { element } from './page-elements.ts';
import type { WidgetMessage } from './parent-messages.ts';
import { showConfirmation, showFailure, showStep } from './steps.ts';
import { renderTimeList } from './time-list.ts';
import { fetchAvailableTimes, postBooking, RejectedRequest } from './widget-requests.ts';
import { fillZoneSelect } from './zone-select.ts';
import { dateIn, groupByDate, rangeIn, timeIn, visitorZone } from './zoned-times.ts';

const DAY = 86_400_000;

export class Scheduler {
  readonly #config: WidgetConfig;
  readonly #post: (message: WidgetMessage) => void;
  readonly #months: MonthView;
  readonly #form: DetailsForm;
  #timeZone = visitorZone();
  #month: MonthKey;
  #starts: string[] = [];
  #date: DateKey | undefined;
  #chosen: string | undefined;
  #requestId = crypto.randomUUID();
  #viewed = false;

  constructor(config: WidgetConfig, post: (message: WidgetMessage) => void) {
    this.#config = config;
    this.#post = post;
    const { date, month } = config.prefill;
    this.#date = date ?? undefined;
    this.#month = date === null && month !== null ? this.#withinHorizon(month) : toMonth(date ?? this.#today);
    this.#form = detailsForm((details) => this.#submit(details));
    this.#months = monthView({
      onSelect: (date) => this.#selectDate(date),
      onMonth: (month) => this.#turnTo(month),
    });
  }

  async start(): Promise<void> {
    fillZoneSelect(this.#timeZone, (timeZone) => this.#changeZone(timeZone));
    element('back', HTMLButtonElement).addEventListener('click', () => this.#backToTimes());
    element('other-day', HTMLButtonElement).addEventListener('click', () => this.#backToDays());
    element('try-again', HTMLButtonElement).addEventListener('click', () => void this.#load());
    await this.#load();
  }

  get #today(): DateKey {
    return dateIn(this.#timeZone, this.#config.now);
  }

  get #lastDay(): DateKey {
    const end = new Date(this.#config.now).getTime() + this.#config.horizonDays * DAY;
    return dateIn(this.#timeZone, new Date(end).toISOString());
  }

  /** Loads all open times up to the horizon. The page is marked ready only once they have arrived. */
  async #load(): Promise<void> {
    showStep('loading');
    const from = new Date(this.#config.now);
    const to = new Date(from.getTime() + this.#config.horizonDays * DAY);
    try {
      this.#starts = await fetchAvailableTimes(this.#config.availableTimesUrl, from, to);
    } catch {
      return showFailure('The times could not be loaded. Please try again.');
    }
    this.#startAtFirstOpenDay();
    showStep('pick');
    this.#render();
    if (this.#viewed) return;
    this.#viewed = true;
    this.#post({ event: 'calendly.event_type_viewed', payload: {} });
    this.#startAtGivenTime();
  }

  #startAtGivenTime(): void {
    const given = Date.parse(this.#config.start ?? '');
    const start = this.#starts.find((each) => Date.parse(each) === given);
    if (start === undefined) return;
    this.#date = dateIn(this.#timeZone, start);
    this.#chosen = start;
    this.#turnTo(toMonth(this.#date));
    this.#toDetails();
  }

  #startAtFirstOpenDay(): void {
    const groups = groupByDate(this.#timeZone, this.#starts);
    if (this.#date !== undefined && !groups.has(this.#date)) this.#date = undefined;
    const [first] = groups.keys();
    if (this.#date !== undefined || first === undefined || this.#viewed) return;
    if (this.#config.prefill.month === null) this.#month = toMonth(first);
  }

  #render(): void {
    const groups = groupByDate(this.#timeZone, this.#starts);
    const firstMonth = toMonth(this.#today);
    this.#months.render({
      month: this.#month,
      firstMonth,
      lastMonth: toMonth(this.#lastDay),
      today: this.#today,
      bookable: new Set(groups.keys()),
      selected: this.#date,
    });
    element('none-open', HTMLElement).textContent = noneOpenNotice(this.#month, [...groups.keys()]);
    this.#renderNextFree();
    renderTimeList(
      {
        date: this.#date,
        starts: (this.#date !== undefined && groups.get(this.#date)) || [],
        timeZone: this.#timeZone,
        chosen: this.#chosen,
      },
      { onChoose: (start) => this.#choose(start), onNext: () => this.#toDetails() },
    );
  }

  #renderNextFree(): void {
    const [next] = this.#starts;
    const button = element('next-free', HTMLButtonElement);
    button.hidden = next === undefined || this.#date !== undefined;
    if (next === undefined) return;
    const date = dateIn(this.#timeZone, next);
    button.textContent = `Next free: ${shortDayName(date)}, ${timeIn(this.#timeZone, next)}`;
    button.onclick = () => {
      this.#month = toMonth(date);
      this.#selectDate(date);
    };
  }

  #turnTo(month: MonthKey): void {
    this.#month = this.#withinHorizon(month);
    this.#render();
  }

  #withinHorizon(month: MonthKey): MonthKey {
    const first = toMonth(this.#today);
    const last = toMonth(this.#lastDay);
    return month < first ? first : month > last ? last : month;
  }

  #selectDate(date: DateKey): void {
    this.#date = date;
    this.#chosen = undefined;
    element('taken', HTMLElement).hidden = true;
    this.#render();
    element('times-title', HTMLElement).focus();
  }

  #choose(start: string): void {
    this.#chosen = start;
    this.#render();
    element('time-list', HTMLElement).querySelector<HTMLButtonElement>('button.primary')?.focus();
  }

  #changeZone(timeZone: string): void {
    this.#timeZone = timeZone;
    this.#date = this.#chosen === undefined ? undefined : dateIn(timeZone, this.#chosen);
    this.#turnTo(this.#date === undefined ? this.#month : toMonth(this.#date));
  }

  #toDetails(): void {
    if (this.#chosen === undefined) return;
    this.#requestId = crypto.randomUUID();
    const end = new Date(new Date(this.#chosen).getTime() + this.#config.durationMinutes * 60_000);
    const range = rangeIn(this.#timeZone, this.#chosen, end.toISOString());
    element('chosen', HTMLElement).textContent = `${range} (${this.#timeZone})`;
    this.#form.showFormError('');
    showStep('details');
    element('details-title', HTMLElement).focus();
    this.#post({ event: 'calendly.date_and_time_selected', payload: {} });
  }

  #backToDays(): void {
    this.#date = undefined;
    this.#chosen = undefined;
    this.#render();
    this.#months.focus();
  }

  #backToTimes(): void {
    showStep('pick');
    this.#render();
    element('times-title', HTMLElement).focus();
  }

  async #submit(details: TypedDetails): Promise<void> {
    try {
      const confirmation = await postBooking(this.#config.bookingsUrl, this.#bookingBody(details));
      showConfirmation(confirmation, this.#timeZone);
      // A booking that was moved is not announced (react-calendly#125).
      if (this.#config.reschedules) return;
      this.#post({
        event: 'calendly.event_scheduled',
        payload: { event: { uri: confirmation.eventUri }, invitee: { uri: confirmation.inviteeUri } },
      });
    } catch (error) {
      await this.#afterRejection(error);
    }
  }

  #bookingBody({ name, email, guests, answers, location, locationKind }: TypedDetails): object {
    const { prefill, tracking, reschedules, link } = this.#config;
    return {
      requestId: this.#requestId,
      start: this.#chosen,
      timeZone: this.#timeZone,
      name,
      email,
      firstName: prefill.firstName,
      lastName: prefill.lastName,
      guests,
      location: location ?? prefill.location,
      locationKind,
      answers: { ...prefill.answers, ...answers },
      tracking,
      reschedules,
      ...(link !== null && { link }),
    };
  }

  async #afterRejection(error: unknown): Promise<void> {
    const rejection = error instanceof RejectedRequest ? error : undefined;
    if (rejection?.code === 'slot_taken' || rejection?.code === 'slot_unavailable') {
      return this.#pickAgain(rejection.message);
    }
    if (rejection) this.#form.showFieldErrors(rejection.fields);
    this.#form.showFormError(
      rejection?.message ??
        'Your booking did not go through. Your details are still here; please submit again.',
    );
  }

  async #pickAgain(message: string): Promise<void> {
    this.#chosen = undefined;
    await this.#load();
    const notice = element('taken', HTMLElement);
    notice.textContent = message;
    notice.hidden = false;
    notice.focus();
  }
}
