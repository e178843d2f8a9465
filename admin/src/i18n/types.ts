/** The shape of a catalogue with every sentence free: en and es must have each key that pt has, no more. */
export type SameKeys<T> = { [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> };
