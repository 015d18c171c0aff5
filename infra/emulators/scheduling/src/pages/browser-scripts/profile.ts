import { element } from './page-elements.ts';
import { reportPageHeight } from './page-height.ts';
import { type Embedding, parentPoster } from './parent-messages.ts';

export function startProfilePage(): void {
  const embedding = JSON.parse(element('profile', HTMLElement).dataset.config ?? '') as Embedding;
  const post = parentPoster(embedding);
  reportPageHeight(embedding, post);
  post({ event: 'calendly.profile_page_viewed', payload: {} });
}
