/** The sizes of text, in pixels; there are no others (`type-scale.spec.ts`). */
export const textSize = { micro: 11, caption: 12, small: 13, body: 14, title: 16, headline: 20 } as const;

/** The sizes of icons, in pixels, by the name that an icon's `fontSize` takes. */
export const iconSize = { mini: 16, small: 18, medium: 20, large: 24, huge: 36 } as const;

/** The largest text of the scale that is no larger than wanted. */
export const textSizeUpTo = (wanted: number): number =>
  Object.values(textSize).reduce<number>((size, next) => (next <= wanted ? next : size), textSize.micro);
