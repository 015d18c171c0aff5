/** `assets/external/widget.js`: what a site without React loads. Its names and classes are Calendly's. */
import { type EmbedOptions, frameAddress } from './embed-address.ts';

interface InlineOptions extends EmbedOptions {
  readonly parentElement?: Element | ArrayLike<Element> | null;
  readonly resize?: boolean | string;
}

interface PopupOptions extends EmbedOptions {
  readonly rootElement?: Element;
  readonly onModalClosed?: () => void;
}

interface BadgeOptions extends EmbedOptions {
  readonly text?: string;
  readonly color?: string;
  readonly textColor?: string;
  readonly branding?: boolean;
}

function make(className: string, ...content: (Node | string)[]): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.append(...content);
  return element;
}

/** Shows a spinner until the frame has loaded. */
function embed(into: Element, options: EmbedOptions, embedType: string): HTMLIFrameElement {
  const url = options.url ?? into.getAttribute('data-url');
  if (!url) throw new Error('Calendly: the option url or the attribute data-url is missing.');
  const spinner = make('calendly-spinner', ...[1, 2, 3].map((each) => make(`calendly-bounce${each}`)));
  const frame = document.createElement('iframe');
  frame.src = frameAddress(url, options, embedType);
  frame.title = 'Select a Date & Time - Calendly';
  frame.width = frame.height = '100%';
  frame.style.border = '0';
  frame.addEventListener('load', () => spinner.remove());
  into.append(spinner, frame);
  return frame;
}

function initInlineWidget(options: InlineOptions = {}): void {
  const { parentElement: given } = options;
  // jQuery's lists are accepted too.
  const parent = given instanceof Element ? given : given?.[0];
  if (!parent) throw new Error('Calendly: the option parentElement is missing.');
  parent.setAttribute('data-processed', 'true');
  const frame = embed(parent, options, 'Inline');
  if (String(options.resize ?? parent.getAttribute('data-resize')) !== 'true') return;
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow || data?.event !== 'calendly.page_height') return;
    if (parent instanceof HTMLElement) parent.style.height = data.payload.height;
  });
}

function initInlineWidgets(): void {
  const widgets = '.calendly-inline-widget:not([data-processed]):not([data-auto-load=false])';
  for (const parentElement of document.querySelectorAll(widgets)) {
    if (parentElement.hasAttribute('data-url')) initInlineWidget({ parentElement });
  }
}

let closePopup: (() => void) | undefined;

function openPopup(options: PopupOptions, embedType: string): void {
  closePopup?.();
  const content = make('calendly-popup-content');
  const close = document.createElement('button');
  close.className = 'calendly-popup-close';
  close.ariaLabel = 'Close';
  const background = make('calendly-close-overlay');
  const overlay = make('calendly-overlay', background, make('calendly-popup', content), close);
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && closePopup?.();
  const focused = document.activeElement;
  embed(content, options, embedType);
  closePopup = () => {
    closePopup = undefined;
    removeEventListener('keydown', onKey);
    overlay.remove();
    if (focused instanceof HTMLElement) focused.focus();
    options.onModalClosed?.();
  };
  for (const each of [background, close]) each.addEventListener('click', () => closePopup?.());
  addEventListener('keydown', onKey);
  (options.rootElement ?? document.body).append(overlay);
  close.focus();
}

function initBadgeWidget(options: BadgeOptions): void {
  const { text = 'Schedule time with me', color = '#00a2ff', textColor = '#ffffff', branding } = options;
  destroyBadgeWidget();
  const button = make('calendly-badge-content', text);
  button.role = 'button';
  button.tabIndex = 0;
  button.style.background = color;
  button.style.color = textColor;
  if (branding) button.append(make('calendly-badge-branding', 'powered by Calendly'));
  const open = () => openPopup(options, 'PopupWidget');
  button.addEventListener('click', open);
  button.addEventListener('keydown', ({ key }) => (key === 'Enter' || key === ' ') && open());
  document.body.append(make('calendly-badge-widget', button));
}

function destroyBadgeWidget(): void {
  document.querySelector('.calendly-badge-widget')?.remove();
}

const initPopupWidget = (options: PopupOptions) => openPopup(options, 'PopupText');

Object.assign(window, {
  Calendly: {
    initInlineWidget,
    initInlineWidgets,
    initPopupWidget,
    showPopupWidget: (url: string) => initPopupWidget({ url }),
    closePopupWidget: () => closePopup?.(),
    initBadgeWidget,
    destroyBadgeWidget,
  },
});
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', initInlineWidgets);
else initInlineWidgets();
