import { expect, test } from 'vitest';
import { html } from './html.ts';

test('escapes what is put in, in text and in attributes', () => {
  const name = `<img src=x onerror="alert('1')">&`;
  expect(html`<p title="${name}">${name}</p>`.markup).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
  );
});

test('keeps markup made with it, lists of it, and leaves nothing out of its order', () => {
  const items = ['a', 'b'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${null}${undefined}${3}`.markup).toBe('<ul><li>a</li><li>b</li></ul>3');
});
