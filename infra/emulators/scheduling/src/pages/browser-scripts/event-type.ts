import type { WidgetConfig } from '../widget-config.ts';
import { element } from './page-elements.ts';
import { reportPageHeight } from './page-height.ts';
import { parentPoster } from './parent-messages.ts';
import { Scheduler } from './scheduler.ts';
import { visitorZone } from './zone-select.ts';
import { rangeIn } from './zoned-times.ts';

const config = JSON.parse(element('scheduler', HTMLElement).dataset.config ?? '') as WidgetConfig;
const post = parentPoster(config);
reportPageHeight(config, post);

const former = document.querySelector<HTMLTimeElement>('.former time');
if (former) former.textContent = formerTime(former.dateTime);

const consent = document.getElementById('consent');
consent?.querySelector('button')?.addEventListener('click', () => consent.remove());

await new Scheduler(config, post).start();

function formerTime(start: string): string {
  const end = new Date(new Date(start).getTime() + config.durationMinutes * 60_000).toISOString();
  return rangeIn(visitorZone(), start, end);
}
