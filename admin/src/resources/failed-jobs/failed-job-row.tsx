import Delete from '@mui/icons-material/DeleteOutlined';
import Replay from '@mui/icons-material/ReplayOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatDateTime } from '../../shared/format';
import { textSize } from '../../shared/type-scale';
import type { Decision } from './use-decide';

export interface FailedJob {
  id: number;
  name: string;
  company: { id: number; name: string } | null;
  attempts: number;
  lastError: string | null;
  failedAt: string;
  payload: string;
}

interface FailedJobRowProps {
  job: FailedJob;
  chosen: boolean;
  busy: boolean;
  onChoose: () => void;
  onDecide: (decision: Decision) => void;
}

const actions = [
  ['retry', Replay],
  ['discard', Delete],
] as const;

/** One failed job: whose it is, why it failed, and the two things one can do about it. */
export function FailedJobRow({ job, chosen, busy, onChoose, onDecide }: FailedJobRowProps) {
  const translate = useTranslate();
  const { name, company, attempts, lastError, failedAt, payload } = job;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        columnGap: 1,
        alignItems: 'start',
        px: 1,
        py: 1,
        borderBottom: 1,
        borderColor: 'atende.lineSoft',
        bgcolor: chosen ? 'atende.priSoft' : undefined,
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Checkbox
        size="small"
        checked={chosen}
        onChange={onChoose}
        slotProps={{ input: { 'aria-label': translate('jobs.choose', { name }) } }}
      />
      <Box sx={{ minWidth: 0, pt: '5px', display: 'grid', gap: '3px' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline' }}>
          <Typography component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {company?.name ?? translate('jobs.platform')}
          </Typography>
        </Box>
        {lastError && (
          <Typography variant="body2" sx={{ color: 'atende.danger', overflowWrap: 'anywhere' }}>
            {lastError}
          </Typography>
        )}
        <Typography
          variant="body2"
          sx={{ color: chosen ? 'text.secondary' : 'atende.faint', fontSize: textSize.small, overflowWrap: 'anywhere' }}
        >
          {[formatDateTime(failedAt), translate('jobs.attempts', { smart_count: attempts }), payload]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ display: 'inline-flex', gap: 0.25 }}>
        {actions.map(([decision, Icon]) => (
          <Tooltip key={decision} title={translate(`jobs.${decision}`)}>
            <span>
              <IconButton
                size="small"
                disabled={busy}
                aria-label={translate(`jobs.${decision}_of`, { name })}
                onClick={() => onDecide(decision)}
              >
                <Icon fontSize="small" />
              </IconButton>
            </span>
          </Tooltip>
        ))}
      </Box>
    </Box>
  );
}
