/** Updates the total once the shipping location or method determines taxes and shipping costs. */
const form = document.querySelector<HTMLFormElement>('.card-form');
const CHANGES_TOTAL = [
  ...['amount', 'shipping_rate'],
  ...['shipping_country', 'shipping_state', 'country', 'state'],
  ...['business', 'tax_id_type', 'tax_id'],
];
let asked = 0;

async function showTotal(form: HTMLFormElement): Promise<void> {
  asked += 1;
  const turn = asked;
  const all = new FormData(form);
  const given = CHANGES_TOTAL.flatMap((name) => (all.has(name) ? [[name, String(all.get(name))]] : []));
  const response = await fetch(`${form.action}/total`, { method: 'POST', body: new URLSearchParams(given) });
  if (!response.ok || turn !== asked) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const part of ['.summary', '.pay-label', '[data-terms]']) {
    const [shown, now] = [document.querySelector(part), page.querySelector(part)];
    if (shown !== null && now !== null) shown.replaceChildren(...now.childNodes);
  }
}

form?.addEventListener('change', ({ target }) => {
  const name = target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.name : '';
  if (CHANGES_TOTAL.includes(name)) void showTotal(form);
});
