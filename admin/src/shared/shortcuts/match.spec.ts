import { describe, expect, it } from '@jest/globals';
import { shortcutIds, shortcuts } from './catalogue';
import { mayRun, shortcutOf } from './match';

type Held = Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>>;
const press = (key: string, held: Held = {}, code = `Key${key.toUpperCase()}`, mac = false) =>
  shortcutOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }, mac);

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
  });

  it('that change a conversation are chords that write nothing', () => {
    for (const id of ['accept', 'putBack', 'resolve', 'reopen', 'transfer', 'unread', 'undo'] as const)
      expect(shortcuts[id].keys).toMatch(/^alt\+[a-z]$/);
    for (const letter of 'aeoptuz') expect(press(letter)).toBeUndefined();
    expect(press('e', { altKey: true })).toBe('resolve');
    // another layout has another letter on the key
    expect(press('у', { altKey: true }, 'KeyE')).toBe('resolve');
    // AltGr writes a sign
    expect(press('€', { altKey: true, ctrlKey: true }, 'KeyE')).toBeUndefined();
    expect(press('E', { altKey: true, shiftKey: true })).toBeUndefined();
    // on a Mac Option begins an accent
    expect(press('Dead', { altKey: true }, 'KeyE', true)).toBeUndefined();
    expect(press('´', { altKey: true, ctrlKey: true }, 'KeyE', true)).toBe('resolve');
  });

  it('of one key run outside of fields, and only while they are wanted', () => {
    expect(mayRun('contact', false, true)).toBe(true);
    expect(mayRun('contact', true, true)).toBe(false);
    expect(mayRun('contact', false, false)).toBe(false);
    expect(mayRun('resolve', true, false)).toBe(true);
    expect(mayRun('palette', true, false)).toBe(true);
    expect(mayRun('close', true, false)).toBe(true);
  });
});
