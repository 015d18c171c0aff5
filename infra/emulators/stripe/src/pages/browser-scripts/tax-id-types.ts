/** Offers the tax id types of the selected country; hides the fields if it has none. */
function follow(country: HTMLSelectElement, type: HTMLSelectElement): void {
  for (const option of type.options) {
    const { countries } = option.dataset;
    option.hidden = countries !== undefined && !countries.split(' ').includes(country.value);
    option.disabled = option.hidden;
  }
  const offered = [...type.options].filter((option) => option.dataset.countries && !option.hidden);
  if (!offered.some(({ selected }) => selected)) type.value = offered[0]?.value ?? '';
  for (const name of ['tax_id_type', 'tax_id']) {
    const place = document.getElementById(name)?.closest<HTMLElement>('.field');
    if (place) place.hidden = offered.length === 0;
  }
}

const country = document.querySelector<HTMLSelectElement>('#country');
const type = document.querySelector<HTMLSelectElement>('#tax_id_type');
if (country !== null && type !== null) {
  country.addEventListener('change', () => follow(country, type));
  follow(country, type);
}
