import { type Level, reaches } from './decorators.js';

const declared = new Map<string, Level>();
/** Named permissions and the rank that has them (spec 000 §6). */
export const allPermissions: ReadonlyMap<string, Level> = declared;

/** Declares a named permission, `noun:verb`, that screens and services ask for. */
export function definePermission(name: string, level: Level): string {
  declared.set(name, level);
  return name;
}

export function permissionsOf(actor: Parameters<typeof reaches>[0]): string[] {
  return [...declared].filter(([, level]) => reaches(actor, level)).map(([name]) => name);
}
