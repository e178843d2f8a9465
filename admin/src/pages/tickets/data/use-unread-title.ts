import { useEffect } from 'react';
import { useTranslate } from 'react-admin';

const TITLE = 'Atende';
const SIZE = 64;

function draw(image: HTMLImageElement, count: number): string | null {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(image, 0, 0, SIZE, SIZE);
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

function useFavicon(count: number) {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (!link || count === 0) return undefined;
    const original = link.href;
    const image = new Image();
    let current = true;
    image.onload = () => {
      const badge = current ? draw(image, count) : null;
      if (badge) link.href = badge;
    };
    image.src = original;
    return () => {
      current = false;
      link.href = original;
    };
  }, [count]);
}

/** Shows how many conversations wait to be read in the tab's title and icon. */
export function useUnreadTitle(count: number): void {
  const translate = useTranslate();
  useFavicon(Math.min(count, 10));
  useEffect(() => {
    document.title = count > 0 ? translate('workspace.tab_title', { count, title: TITLE }) : TITLE;
    return () => {
      document.title = TITLE;
    };
  }, [count, translate]);
}
