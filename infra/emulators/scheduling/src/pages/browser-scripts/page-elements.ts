/** Throws when the page lacks the element or it has another type. */
export function element<T extends HTMLElement>(id: string, kind: abstract new (...args: never[]) => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} with id ${id}`);
  return found;
}

export function button(label: string, onClick: () => void): HTMLButtonElement {
  const created = document.createElement('button');
  created.type = 'button';
  created.textContent = label;
  created.addEventListener('click', onClick);
  return created;
}
