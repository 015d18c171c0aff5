import type { WidgetConfig } from '../../widget/widget-config.ts';
import { element } from './page-elements.ts';
import { type Embedding, parentPoster, reportPageHeight } from './parent-messages.ts';
import { Scheduler } from './scheduler.ts';
import { rangeIn, visitorZone } from './zoned-times.ts';

/** Every page loads this script. */
if (document.getElementById('profile')) startProfilePage();
else await startEventTypePage();

async function startEventTypePage(): Promise<void> {
  const config = JSON.parse(element('scheduler', HTMLElement).dataset.config ?? '') as WidgetConfig;
  const post = parentPoster(config);
  reportPageHeight(config, post);
  showFormerTime(config);

  const consent = document.getElementById('consent');
  consent?.querySelector('button')?.addEventListener('click', () => consent.remove());

  await new Scheduler(config, post).start();
}

function showFormerTime({ durationMinutes }: WidgetConfig): void {
  const former = document.querySelector<HTMLTimeElement>('.former time');
  if (!former) return;
  const start = former.dateTime;
  const end = new Date(new Date(start).getTime() + durationMinutes * 60_000).toISOString();
  former.textContent = rangeIn(visitorZone(), start, end);
}

function startProfilePage(): void {
  const embedding = JSON.parse(element('profile', HTMLElement).dataset.config ?? '') as Embedding;
  const post = parentPoster(embedding);
  reportPageHeight(embedding, post);
  post({ event: 'calendly.profile_page_viewed', payload: {} });
}
