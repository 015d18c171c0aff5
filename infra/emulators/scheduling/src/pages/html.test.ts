import { expect, test } from 'vitest';
import { html } from './html.ts';

test('escapes interpolated values in text and attributes', () => {
  const name = `<img src=x onerror="alert('1')">&`;
  expect(html`<p title="${name}">${name}</p>`.markup).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
  );
});

test('keeps nested markup and arrays of it, and skips null and undefined', () => {
  const items = ['a', 'b'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${null}${undefined}${3}`.markup).toBe('<ul><li>a</li><li>b</li></ul>3');
});
