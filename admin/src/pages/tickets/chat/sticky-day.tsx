import Box from '@mui/material/Box';
import { momentOf, type StreamRow } from '../model/rows';
import { Day } from './day';

const STAYS_MS = 900;

/** The day of the first row in sight, above the rows while they move. */
export function StickyDay({ row, shown }: { row: StreamRow | undefined; shown: boolean }) {
  if (!row) return null;
  return (
    <Box
      aria-hidden
      data-sticky-day
      sx={{
        position: 'absolute',
        top: 0,
        left: 0,
        right: 0,
        zIndex: 1,
        pointerEvents: 'none',
        opacity: shown ? 1 : 0,
        transition: shown ? 'none' : `opacity 150ms ${STAYS_MS}ms`,
      }}
    >
      <Day value={momentOf(row)} />
    </Box>
  );
}
