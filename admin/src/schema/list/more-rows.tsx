import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useInfinitePaginationContext, useTranslate } from 'react-admin';
import { textSize } from '../../shared/type-scale';

const AHEAD_PX = 100;

/** The foot of the list: asks for the next page when it comes within 100 px of being seen; of one that did not come, when told to. */
export function MoreRows() {
  const translate = useTranslate();
  const foot = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = useInfinitePaginationContext();
  const [stuck, setStuck] = useState(false);
  const more = useEffectEvent(async () => {
    if (isFetchingNextPage) return;
    const { isFetchNextPageError } = await fetchNextPage();
    setStuck(isFetchNextPageError);
  });
  useEffect(() => {
    const element = foot.current;
    if (!element || !hasNextPage || isFetchingNextPage || stuck) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void more(), {
      root: element.parentElement,
      rootMargin: `${AHEAD_PX}px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage, stuck]);
  return (
    <Box
      ref={foot}
      role="status"
      sx={{ flex: 'none', textAlign: 'center', color: 'atende.faint', fontSize: textSize.small, minHeight: '1px' }}
    >
      {isFetchingNextPage && <Box sx={{ p: 1.5 }}>{translate('app.list.loading_more')}</Box>}
      {stuck && !isFetchingNextPage && (
        <Button size="small" onClick={() => void more()} sx={{ m: 0.5 }}>
          {translate('app.error.retry')}
        </Button>
      )}
    </Box>
  );
}
