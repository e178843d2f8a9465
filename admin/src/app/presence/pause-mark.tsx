import Coffee from '@mui/icons-material/LocalCafeOutlined';
import { Box, Button, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatDateTime, formatTime } from '../../shared/format';
import { useLivePresence, useOwnPause } from './use-own-pause';

const isToday = (moment: string) => new Date(moment).toDateString() === new Date().toDateString();

/** Shown in the top bar while the user is on a break; a click ends it. */
export function PauseMark() {
  const translate = useTranslate();
  const { pausedSince, pauseReason, busy, set } = useOwnPause();
  useLivePresence();
  if (!pausedSince) return null;
  const time = isToday(pausedSince) ? formatTime(pausedSince) : formatDateTime(pausedSince);
  const description = [pauseReason ?? translate('presence.pause'), translate('presence.since', { time })].join(' · ');
  const end = translate('presence.end');
  return (
    <Tooltip title={`${description}. ${end}`}>
      <Button
        size="small"
        variant="outlined"
        loading={busy}
        aria-label={`${translate('presence.pause')}. ${description}. ${end}`}
        onClick={() => set({ paused: false })}
        sx={{
          flex: 'none',
          minWidth: 0,
          px: 1.25,
          gap: 0.75,
          color: 'atende.warn',
          borderColor: 'atende.noteLine',
          bgcolor: 'atende.note',
        }}
      >
        <Coffee fontSize="small" />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {translate('presence.pause')}
        </Box>
      </Button>
    </Tooltip>
  );
}
