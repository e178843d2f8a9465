import { describe, expect, it } from '@jest/globals';
import { shortcutIds, shortcuts } from './catalogue';
import { mayRun, shortcutOf } from './match';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  shortcutOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

describe('shortcuts', () => {
  it('are each on a key of their own', () => {
    const keys = shortcutIds.map((id) => shortcuts[id].keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('are told by key and what is held with it', () => {
    expect(press('k', { ctrlKey: true })).toBe('palette');
    expect(press('k', { metaKey: true })).toBe('palette');
    expect(press('k')).toBe('previous');
    expect(press('K')).toBe('previous');
    expect(press('K', { shiftKey: true })).toBeUndefined();
    expect(press('?', { shiftKey: true })).toBe('sheet');
    expect(press('Escape')).toBe('close');
    expect(press('e', { ctrlKey: true })).toBeUndefined();
    expect(press('e', { altKey: true })).toBeUndefined();
  });

  it('of one key run outside of fields, and only while they are wanted', () => {
    expect(mayRun('resolve', false, true)).toBe(true);
    expect(mayRun('resolve', true, true)).toBe(false);
    expect(mayRun('resolve', false, false)).toBe(false);
    expect(mayRun('palette', true, false)).toBe(true);
    expect(mayRun('close', true, false)).toBe(true);
  });
});
