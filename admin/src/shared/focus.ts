import { useEffect } from 'react';

/** Selector of what traps the keyboard: a dialog, a menu, a popover, the gallery. */
export const modal = '.MuiModal-root:not(.MuiModal-hidden), .yarl__portal';

const composer = 'footer textarea:not(:disabled)';
/** The composer of a conversation, by the key of its draft. */
export const composerOf = (key: string) => `main [data-conversation="${key}"] ${composer}`;
export const rowOf = (uuid: string) => `main [data-uuid="${uuid}"] [data-row-focus]`;
const rows = ['main [data-row-focus][aria-current]', 'main [data-row-focus]', 'main [role=tab][aria-selected=true]'];
const page = '#content';

const field =
  ':is(input, textarea, [role=combobox]):not([type=checkbox], [type=radio], [type=file], [aria-hidden=true])';

/** Selectors, best first, until the next key or pointer press. */
let wanted: readonly string[] = [];
/** The element focused by {@link wanted}; a better match may still replace it. */
let focusedByUs: Element | null = null;
/** A dialog that has just opened with the focus on its paper: its first field is focused as soon as it is rendered. */
let dialog: Element | null = null;
/** The element focused last; null once the user has blurred it. */
let last: Element | null = null;
/** The conversation that it is or was in. */
let conversation: string | undefined;

const isWide = () => window.matchMedia('(min-width: 900px)').matches;
const isShown = (element: Element) => element.isConnected && element.checkVisibility({ visibilityProperty: true });
const takesFocus = (element: Element) =>
  isShown(element) && !element.matches(':disabled') && element.closest('[inert]') === null;

function find(selectors: readonly string[]): HTMLElement | undefined {
  // on a phone the composer would open the keyboard
  const allowed = isWide() ? selectors : selectors.filter((selector) => !selector.endsWith(composer));
  return allowed.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)]).find(takesFocus);
}

const isLost = () => last !== null && !takesFocus(last);

function focus(element: HTMLElement | undefined): void {
  if (element === undefined || element === document.activeElement) return;
  element.focus({ preventScroll: element.matches(composer) });
  focusedByUs = element;
}

function enterDialog(): void {
  if (dialog !== null && dialog === document.activeElement)
    [...dialog.querySelectorAll<HTMLElement>(field)].find(takesFocus)?.focus();
}

function restoreFocus(): void {
  enterDialog();
  const { activeElement: active } = document;
  const free = active === null || active === document.body || active === last;
  const lost = free && isLost();
  const better = wanted.length > 0 && (lost || active === document.body || active === focusedByUs);
  if ((!better && !lost && active !== document.body) || document.querySelector(modal)) return;
  const target = better ? find(wanted) : undefined;
  if (target) focus(target);
  // a busy button was disabled for a while
  else if (!lost && active === document.body && last instanceof HTMLElement) last.focus();
  // never the composer of another conversation: what is typed on would go to a wrong customer
  else if (lost && last && !isShown(last))
    focus(find([...(conversation ? [composerOf(conversation)] : []), ...rows, page]));
}

/** Focuses the first of these that can have the focus, as soon as one can. */
export function moveFocus(...selectors: readonly string[]): void {
  focusedByUs = document.activeElement;
  restoreFocusTo(...selectors);
}

/** The same after something that took a while: only if what had the focus has lost it. */
export function restoreFocusTo(...selectors: readonly string[]): void {
  wanted = selectors;
  restoreFocus();
}

/** Focuses the list: the row of the opened conversation, or another one. On pages without a list, the page. */
export const focusList = (...first: readonly string[]): void => moveFocus(...first, ...rows, page);
export const restoreFocusToList = (...first: readonly string[]): void => restoreFocusTo(...first, ...rows, page);

/** The rows beside a conversation, for when it has left the list. */
export function rowBeside(uuid: string): string[] {
  const item = document.querySelector(`main [data-uuid="${uuid}"]`)?.closest('[data-item-index]');
  return [item?.nextElementSibling, item?.previousElementSibling].flatMap((beside) => {
    const next = beside?.querySelector<HTMLElement>('[data-uuid]')?.dataset['uuid'];
    return next === undefined ? [] : [rowOf(next)];
  });
}

/** Moves the focus on when the focused element is removed or disabled. Mounted once. */
export function useFocusRestoration(): void {
  useEffect(() => {
    const mounted = new AbortController();
    const { signal } = mounted;
    let frame = 0;
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(restoreFocus);
    });
    const focused = ({ target, relatedTarget }: FocusEvent) => {
      last = target instanceof Element ? target : null;
      conversation = last?.closest<HTMLElement>('[data-conversation]')?.dataset['conversation'];
      if (!last?.matches('.MuiDialog-paper') || (relatedTarget instanceof Node && last.contains(relatedTarget))) return;
      dialog = last;
      enterDialog();
    };
    const blurred = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return;
      // only after the removal is it known whether the element is gone
      queueMicrotask(() => {
        if (last !== null && last === target && document.hasFocus() && takesFocus(last)) last = null;
      });
    };
    const forget = () => {
      wanted = [];
      focusedByUs = null;
      dialog = null;
    };
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'hidden', 'inert'],
    });
    document.addEventListener('focusin', focused, { signal });
    document.addEventListener('focusout', blurred, { signal });
    document.addEventListener('keydown', forget, { signal, capture: true });
    document.addEventListener('pointerdown', forget, { signal, capture: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      mounted.abort();
    };
  }, []);
}

/** Whether the user looks at this tab. */
export const isPageFocused = () => document.visibilityState === 'visible' && document.hasFocus();

/** Calls back when {@link isPageFocused} may have changed; returns the function that stops it. */
export function onPageFocusChange(listener: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('focus', listener, { signal });
  window.addEventListener('blur', listener, { signal });
  document.addEventListener('visibilitychange', listener, { signal });
  return () => listening.abort();
}

/** What takes the focus of a field in error: of a date its first section, because the error is said of their group. */
export const controlOf = (field: HTMLElement): HTMLElement => field.querySelector('[role=spinbutton]') ?? field;
