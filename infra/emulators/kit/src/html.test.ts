import { expect, it } from 'vitest';
import { html } from './html.ts';

it('escapes values in text and in attributes', () => {
  const name = `<img src=x onerror="alert('1')">&`;
  const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';
  expect(html`<p title="${name}">${name}</p>`.markup).toBe(`<p title="${escaped}">${escaped}</p>`);
});

it('inserts nested markup and lists of it unescaped, and omits absent values', () => {
  const items = ['a', 'b'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${null}${undefined}${false}${3}`.markup).toBe(
    '<ul><li>a</li><li>b</li></ul>3',
  );
});
