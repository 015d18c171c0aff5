/** Prevents a form marked `data-once` from being submitted twice. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-once]')) {
  form.addEventListener('submit', (event) => {
    if (form.getAttribute('aria-busy') === 'true') event.preventDefault();
    form.setAttribute('aria-busy', 'true');
  });
}
