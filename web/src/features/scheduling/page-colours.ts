/** Page colours of the active theme as widget parameters: hex without `#`. */
export function pageColours() {
  const probe = document.createElement('i');
  document.body.append(probe);
  const toHex = (token: string) => {
    probe.style.color = `var(--${token})`;
    return hexColour(getComputedStyle(probe).color);
  };
  const colours = {
    backgroundColor: toHex('surface'),
    textColor: toHex('ink'),
    primaryColor: toHex('buoy'),
  };
  probe.remove();
  return colours;
}

/** `rgb(15, 34, 51)` → `0f2233`. */
function hexColour(rgb: string): string {
  const channels = rgb.match(/\d+/g) ?? [];
  return channels
    .slice(0, 3)
    .map((channel) => Number(channel).toString(16).padStart(2, '0'))
    .join('');
}
