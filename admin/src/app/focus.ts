import { useEffect } from 'react';

/** Something that holds the keyboard for itself: a dialog, a menu, a popover. */
export const modal = '.MuiModal-root:not(.MuiModal-hidden), .yarl__portal';

export const composer = 'main footer textarea:not(:disabled)';
export const rowOf = (uuid: string) => `main [data-uuid="${uuid}"] [data-row-focus]`;
const rows = ['main [data-row-focus][aria-current]', 'main [data-row-focus]', 'main [role=tab][aria-selected=true]'];
const page = '#content';

const field =
  ':is(input, textarea, [role=combobox]):not([type=checkbox], [type=radio], [type=file], [aria-hidden=true])';

/** Selectors, best first, until the person goes on by key or pointer. */
let wanted: readonly string[] = [];
/** What has the focus by {@link wanted}, and gives it up for a better one. */
let placed: Element | null = null;
/** A dialog that has just opened and has the focus as a whole: its first field gets it as soon as it is there. */
let dialog: Element | null = null;
/** What had the focus last; null once the person took it away themselves. */
let last: Element | null = null;

const isWide = () => window.matchMedia('(min-width: 900px)').matches;
const isShown = (element: Element) => element.isConnected && element.checkVisibility({ visibilityProperty: true });
const takesFocus = (element: Element) =>
  isShown(element) && !element.matches(':disabled') && element.closest('[inert]') === null;

function find(selectors: readonly string[]): HTMLElement | undefined {
  // on a phone the composer would bring up the keyboard
  const allowed = isWide() ? selectors : selectors.filter((selector) => selector !== composer);
  return allowed.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)]).find(takesFocus);
}

const isLost = () => last !== null && !takesFocus(last);

function place(element: HTMLElement | undefined): void {
  if (element === undefined || element === document.activeElement) return;
  element.focus({ preventScroll: element.matches(composer) });
  placed = element;
}

function enterDialog(): void {
  if (dialog !== null && dialog === document.activeElement)
    [...dialog.querySelectorAll<HTMLElement>(field)].find(takesFocus)?.focus();
}

function settle(): void {
  enterDialog();
  const { activeElement: active } = document;
  const free = active === null || active === document.body || active === last;
  const lost = free && isLost();
  const better = wanted.length > 0 && (lost || active === document.body || active === placed);
  if ((!better && !lost && active !== document.body) || document.querySelector(modal)) return;
  const target = better ? find(wanted) : undefined;
  if (target) place(target);
  // a button that was busy has it again
  else if (!lost && active === document.body && last instanceof HTMLElement) last.focus();
  else if (lost && last && !isShown(last)) place(find([composer, ...rows, page]));
}

/** Puts the focus on the first of these that can have it, as soon as one can. */
export function moveFocus(...selectors: readonly string[]): void {
  wanted = selectors;
  placed = document.activeElement;
  settle();
}

/** To the list: the row of the opened conversation, or another one. On pages without a list, to the page. */
export function focusList(...first: readonly string[]): void {
  moveFocus(...first, ...rows, page);
}

/** The row that comes next once the conversation has left the list. */
export function rowBeside(uuid: string): string[] {
  const item = document.querySelector(`main [data-uuid="${uuid}"]`)?.closest('[data-item-index]');
  return [item?.nextElementSibling, item?.previousElementSibling].flatMap((beside) => {
    const next = beside?.querySelector<HTMLElement>('[data-uuid]')?.dataset['uuid'];
    return next === undefined ? [] : [rowOf(next)];
  });
}

/** Keeps the focus from falling to the page when what had it goes away. Mounted once. */
export function useKeptFocus(): void {
  useEffect(() => {
    let frame = 0;
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(settle);
    });
    const focused = ({ target, relatedTarget }: FocusEvent) => {
      last = target instanceof Element ? target : null;
      if (!last?.matches('.MuiDialog-paper') || (relatedTarget instanceof Node && last.contains(relatedTarget))) return;
      dialog = last;
      enterDialog();
    };
    const left = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return;
      // only then it is known whether the element itself has gone
      queueMicrotask(() => {
        if (last !== null && last === target && document.hasFocus() && takesFocus(last)) last = null;
      });
    };
    const taken = () => {
      wanted = [];
      dialog = null;
    };
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'hidden', 'inert'],
    });
    document.addEventListener('focusin', focused);
    document.addEventListener('focusout', left);
    document.addEventListener('keydown', taken, true);
    document.addEventListener('pointerdown', taken, true);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.removeEventListener('focusin', focused);
      document.removeEventListener('focusout', left);
      document.removeEventListener('keydown', taken, true);
      document.removeEventListener('pointerdown', taken, true);
    };
  }, []);
}
