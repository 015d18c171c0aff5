/** Red, green and blue, each from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** WCAG 2 contrast ratio of two colours, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
