/** A form marked `data-once` is sent once; another press while the answer is awaited does nothing. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-once]')) {
  form.addEventListener('submit', (event) => {
    if (form.getAttribute('aria-busy') === 'true') event.preventDefault();
    form.setAttribute('aria-busy', 'true');
  });
}
