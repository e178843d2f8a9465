import { useEffect } from 'react';

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

/** The number on the icon of the tab; none for 0. */
export function useFavicon(count: number): void {
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
