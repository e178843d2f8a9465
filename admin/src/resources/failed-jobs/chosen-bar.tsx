import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { Decision } from './use-decide';

interface ChosenBarProps {
  shown: number;
  chosen: number;
  busy: Decision | null;
  onChooseAll: () => void;
  onDecide: (decision: Decision) => void;
}

/** Above the rows: all or none of them, and what to do with the chosen. */
export function ChosenBar({ shown, chosen, busy, onChooseAll, onDecide }: ChosenBarProps) {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 1,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        minHeight: 52,
        px: 1,
        py: 0.75,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'atende.line',
      }}
    >
      <Checkbox
        size="small"
        checked={chosen > 0 && chosen === shown}
        indeterminate={chosen > 0 && chosen < shown}
        onChange={onChooseAll}
        slotProps={{ input: { 'aria-label': translate('jobs.choose_all') } }}
      />
      <Typography variant="body2" role="status" sx={{ flex: '1 1 120px', color: 'text.secondary' }}>
        {translate(chosen > 0 ? 'jobs.chosen' : 'jobs.choose_all', { smart_count: chosen })}
      </Typography>
      {chosen > 0 && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            variant="outlined"
            size="small"
            loading={busy === 'retry'}
            disabled={busy !== null}
            onClick={() => onDecide('retry')}
          >
            {translate('jobs.retry')}
          </Button>
          <Button size="small" color="error" disabled={busy !== null} onClick={() => onDecide('discard')}>
            {translate('jobs.discard')}
          </Button>
        </Box>
      )}
    </Box>
  );
}
