import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useInfinitePaginationContext, useTranslate } from 'react-admin';
import { textSize } from '../../shared/type-scale';

const AHEAD_PX = 100;

/** Loads the next page when the end of the list comes within 100 px of view; after a failure, on click. */
export function MoreRows() {
  const translate = useTranslate();
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = useInfinitePaginationContext();
  const [failed, setFailed] = useState(false);
  const more = useEffectEvent(async () => {
    if (isFetchingNextPage) return;
    const { isFetchNextPageError } = await fetchNextPage();
    setFailed(isFetchNextPageError);
  });
  useEffect(() => {
    const element = end.current;
    if (!element || !hasNextPage || isFetchingNextPage || failed) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void more(), {
      root: element.parentElement,
      rootMargin: `${AHEAD_PX}px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage, failed]);
  return (
    <Box
      ref={end}
      role="status"
      sx={{ flex: 'none', textAlign: 'center', color: 'atende.faint', fontSize: textSize.small, minHeight: '1px' }}
    >
      {isFetchingNextPage && <Box sx={{ p: 1.5 }}>{translate('app.list.loading_more')}</Box>}
      {failed && !isFetchingNextPage && (
        <Button size="small" onClick={() => void more()} sx={{ m: 0.5 }}>
          {translate('app.error.retry')}
        </Button>
      )}
    </Box>
  );
}
