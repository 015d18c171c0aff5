export type FormControl = HTMLInputElement | HTMLSelectElement;

/** Puts a message at a field, or removes it, for eyes and screen readers alike. */
export function showError(input: FormControl, message: string | undefined): void {
  const place = document.getElementById(`${input.name}-error`);
  if (place !== null) place.textContent = message ?? '';
  if (message === undefined) input.removeAttribute('aria-invalid');
  else input.setAttribute('aria-invalid', 'true');
}
