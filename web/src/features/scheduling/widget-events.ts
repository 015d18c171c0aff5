/** Widget messages that the site logs. Others, such as its page height, are ignored. */
export const WIDGET_EVENTS = [
  'calendly.profile_page_viewed',
  'calendly.event_type_viewed',
  'calendly.date_and_time_selected',
  'calendly.event_scheduled',
] as const;
export type WidgetEventName = (typeof WIDGET_EVENTS)[number];

/** Sent once the widget is usable. */
export const WIDGET_READY: WidgetEventName = 'calendly.event_type_viewed';

/** The widget event in a message; undefined for another origin or an unknown event. */
export function widgetEvent(message: Pick<MessageEvent<unknown>, 'origin' | 'data'>, widgetOrigin: string) {
  const { origin, data } = message;
  if (origin !== widgetOrigin || typeof data !== 'object' || data === null) return undefined;
  const { event, payload } = data as { event?: unknown; payload?: unknown };
  const name = WIDGET_EVENTS.find((known) => known === event);
  return name && { name, payload };
}
