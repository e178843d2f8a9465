import { darkTokens, lightTokens } from './tokens';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

it.each([
  ['light', lightTokens],
  ['dark', darkTokens],
])('borders of fields keep 3:1 on every surface, %s', (_, { fieldLine, panel, bg, chat, note }) => {
  for (const surface of [panel, bg, chat, note]) expect(contrast(fieldLine, surface)).toBeGreaterThanOrEqual(3);
});
