import { useEffect } from 'react';

const COUNT = /^\(\d+\) /;
const ICON_SIZE = 64;

function drawIcon(image: HTMLImageElement, count: number): string | null {
  const canvas = document.createElement('canvas');
  canvas.width = ICON_SIZE;
  canvas.height = ICON_SIZE;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(image, 0, 0, ICON_SIZE, ICON_SIZE);
  context.fillStyle = '#d13b40';
  context.beginPath();
  context.arc(42, 22, 22, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = '#fff';
  context.font = 'bold 30px sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(count > 9 ? '9+' : String(count), 42, 24);
  return canvas.toDataURL('image/png');
}

function useFavicon(count: number): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (!link || count === 0) return undefined;
    const original = link.href;
    const image = new Image();
    let current = true;
    image.onload = () => {
      const icon = current ? drawIcon(image, count) : null;
      if (icon) link.href = icon;
    };
    image.src = original;
    return () => {
      current = false;
      link.href = original;
    };
  }, [count]);
}

/** On the icon of the installed application, where the system shows one. */
function setAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  navigator.setAppBadge(count).catch((error: unknown) => {
    // some systems allow it only together with notifications
    if (!(error instanceof DOMException)) throw error;
  });
}

function useAppBadge(count: number): void {
  useEffect(() => setAppBadge(count), [count]);
  useEffect(() => () => setAppBadge(0), []);
}

/** Shows a count on the icons of the tab and of the installed application, and before the title that the page sets. */
export function useTabBadge(count: number): void {
  useAppBadge(count);
  useFavicon(Math.min(count, 10));
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(COUNT, '');
      const wanted = count > 0 ? `(${count}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(COUNT, '');
    };
  }, [count]);
}
