/** The messages of the widget that the site knows; others, such as its page height, are its own affair. */
export const WIDGET_EVENTS = [
  'calendly.profile_page_viewed',
  'calendly.event_type_viewed',
  'calendly.date_and_time_selected',
  'calendly.event_scheduled',
] as const;
export type WidgetEventName = (typeof WIDGET_EVENTS)[number];

/** Sent once the widget can be used. */
export const WIDGET_READY: WidgetEventName = 'calendly.event_type_viewed';

export interface WidgetEvent {
  readonly name: WidgetEventName;
  readonly payload: unknown;
}

/** The widget event in a message, or undefined for a message from elsewhere or of another kind. */
export function widgetEvent(
  message: Pick<MessageEvent<unknown>, 'origin' | 'data'>,
  widgetOrigin: string,
): WidgetEvent | undefined {
  const { origin, data } = message;
  if (origin !== widgetOrigin || typeof data !== 'object' || data === null) return undefined;
  const { event, payload } = data as { event?: unknown; payload?: unknown };
  const name = WIDGET_EVENTS.find((known) => known === event);
  return name && { name, payload };
}
