import type { Colored } from '../model/types';

/** Stands in the place of an id for what is not made yet. */
export const NEW_TAG = 0;
export const isNewTag = ({ id }: Colored): boolean => id === NEW_TAG;

const MIN = 3;
const normalize = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether somebody has begun to type a name that is no tag's yet. */
export function isTooShort(typed: string): boolean {
  const { length } = typed.trim();
  return length > 0 && length < MIN;
}

/** The name of the tag that could be made of what was typed; null while it is too short or there is one. */
export function newTagName(typed: string, tags: readonly Colored[]): string | null {
  const name = typed.trim().replace(/\s+/g, ' ');
  return name.length < MIN || tags.some((tag) => normalize(tag.name) === normalize(name)) ? null : name;
}
