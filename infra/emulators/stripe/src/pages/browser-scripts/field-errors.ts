export type FormControl = HTMLInputElement | HTMLSelectElement;

/** Shows or removes a field's error, also for screen readers. */
export function showError(input: FormControl, message: string | undefined): void {
  const place = document.getElementById(`${input.name}-error`);
  if (place !== null) place.textContent = message ?? '';
  if (message === undefined) input.removeAttribute('aria-invalid');
  else input.setAttribute('aria-invalid', 'true');
}
