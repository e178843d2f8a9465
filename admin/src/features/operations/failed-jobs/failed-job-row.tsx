import Delete from '@mui/icons-material/DeleteOutlined';
import Replay from '@mui/icons-material/ReplayOutlined';
import { Box, Button, Checkbox, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { formatDateTime } from '../../../shared/format';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { textSize } from '../../../shared/type-scale';

export type Decision = 'retry' | 'discard';

export type FailedJob = Schemas['FailedJobRecord'];

interface FailedJobRowProps {
  job: FailedJob;
  selected: boolean;
  busy: boolean;
  onSelect: () => void;
  onDecide: (decision: Decision) => void;
}

const actions = [
  ['retry', Replay],
  ['discard', Delete],
] as const;

/** One failed job with its company, error and actions. */
export function FailedJobRow({ job, selected, busy, onSelect, onDecide }: FailedJobRowProps) {
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
        bgcolor: selected ? 'atende.priSoft' : undefined,
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Checkbox
        size="small"
        checked={selected}
        onChange={onSelect}
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
          sx={{
            color: selected ? 'text.secondary' : 'atende.faint',
            fontSize: textSize.small,
            overflowWrap: 'anywhere',
          }}
        >
          {[failedAt && formatDateTime(failedAt), translate('jobs.attempts', { smart_count: attempts }), payload]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ display: 'inline-flex', gap: 0.25 }}>
        {actions.map(([decision, Icon]) => (
          <TooltipIconButton
            key={decision}
            size="small"
            disabled={busy}
            label={translate(`jobs.${decision}_of`, { name })}
            tooltip={translate(`jobs.${decision}`)}
            onClick={() => onDecide(decision)}
          >
            <Icon fontSize="small" />
          </TooltipIconButton>
        ))}
      </Box>
    </Box>
  );
}

interface SelectionBarProps {
  shown: number;
  selected: number;
  busy: Decision | null;
  onSelectAll: () => void;
  onDecide: (decision: Decision) => void;
}

/** Above the rows: selects all or none, with the actions of the selected ones. */
export function SelectionBar({ shown, selected, busy, onSelectAll, onDecide }: SelectionBarProps) {
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
        checked={selected > 0 && selected === shown}
        indeterminate={selected > 0 && selected < shown}
        onChange={onSelectAll}
        slotProps={{ input: { 'aria-label': translate('jobs.choose_all') } }}
      />
      <Typography variant="body2" role="status" sx={{ flex: '1 1 120px', color: 'text.secondary' }}>
        {translate(selected > 0 ? 'jobs.chosen' : 'jobs.choose_all', { smart_count: selected })}
      </Typography>
      {selected > 0 && (
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
