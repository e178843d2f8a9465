import { type AccessLevel, hasLevel } from './decorators.js';

const declared = new Map<string, AccessLevel>();
/** The named permissions, with the rank that has each. */
export const allPermissions: ReadonlyMap<string, AccessLevel> = declared;

/** Declares a named permission, `noun:verb`, that screens and services check. */
export function definePermission(name: string, level: AccessLevel): string {
  declared.set(name, level);
  return name;
}

export function permissionsOf(actor: Parameters<typeof hasLevel>[0]): string[] {
  return [...declared].filter(([, level]) => hasLevel(actor, level)).map(([name]) => name);
}
