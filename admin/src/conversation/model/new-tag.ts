import { normalize } from './search-highlight';
import type { Colored } from './types';

/** The id of a tag that has yet to be created. */
export const NEW_TAG = 0;
export const isNewTag = ({ id }: Colored): boolean => id === NEW_TAG;

const MIN = 3;

export function isTooShort(typed: string): boolean {
  const { length } = typed.trim();
  return length > 0 && length < MIN;
}

/** null if the name is too short or exists. */
export function newTagName(typed: string, tags: readonly Colored[]): string | null {
  const name = typed.trim().replace(/\s+/g, ' ');
  return name.length < MIN || tags.some((tag) => normalize(tag.name.trim()) === normalize(name)) ? null : name;
}
