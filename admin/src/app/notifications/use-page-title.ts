import { useEffect } from 'react';
import { useFavicon } from './use-favicon';

const COUNT = /^\(\d+\) /;

/** Shows how much waits to be read in the tab's icon and before the title that the page gives itself. */
export function usePageTitle(count: number): void {
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
