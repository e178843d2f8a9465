import { type RefObject, useLayoutEffect } from 'react';

const carets = new Map<string, readonly [number, number]>();

/** The cursor of a draft is where it was when the conversation was left; at first behind the text. */
export function useCaret(key: string, field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return undefined;
    const [from, to] = carets.get(key) ?? [area.value.length, area.value.length];
    area.setSelectionRange(from, to);
    return () => {
      carets.set(key, [area.selectionStart, area.selectionEnd]);
    };
  }, [key, field]);
}
