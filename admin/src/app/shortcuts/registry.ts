import type { ShortcutId } from './catalogue';

type Handler = () => void;

const handlers = new Map<ShortcutId, Handler[]>();

/** Gives a shortcut its meaning until it is taken back; the latest counts. */
export function register(id: ShortcutId, handler: Handler): () => void {
  const stack = handlers.get(id) ?? [];
  handlers.set(id, [...stack, handler]);
  return () => {
    handlers.set(
      id,
      (handlers.get(id) ?? []).filter((each) => each !== handler),
    );
  };
}

/** What a shortcut does at this moment; undefined where it means nothing. */
export const handlerOf = (id: ShortcutId): Handler | undefined => handlers.get(id)?.at(-1);
