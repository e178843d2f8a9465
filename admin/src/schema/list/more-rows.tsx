import Box from '@mui/material/Box';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useInfinitePaginationContext, useTranslate } from 'react-admin';

const AHEAD_PX = 100;

/** The foot of the list: asks for the next page when it comes within 100 px of being seen. */
export function MoreRows() {
  const translate = useTranslate();
  const foot = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = useInfinitePaginationContext();
  const more = useEffectEvent(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  });
  useEffect(() => {
    const element = foot.current;
    if (!element || !hasNextPage || isFetchingNextPage) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), {
      root: element.parentElement,
      rootMargin: `${AHEAD_PX}px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage]);
  return (
    <Box
      ref={foot}
      role="status"
      sx={{ flex: 'none', textAlign: 'center', color: 'atende.faint', fontSize: 13, minHeight: '1px' }}
    >
      {isFetchingNextPage && <Box sx={{ p: 1.5 }}>{translate('app.list.loading_more')}</Box>}
    </Box>
  );
}
