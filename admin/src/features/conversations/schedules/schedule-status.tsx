import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import TaskAlt from '@mui/icons-material/TaskAlt';
import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Schedule as ScheduleRecord } from '../../../conversation/data/use-schedules';

const looks = {
  PENDENTE: { Icon: Schedule, color: 'primary.main' },
  ENVIADA: { Icon: TaskAlt, color: 'atende.ok' },
  ERRO: { Icon: ErrorOutline, color: 'error.main' },
} as const;

export function StatusIcon({ status }: Pick<ScheduleRecord, 'status'>) {
  const { Icon, color } = looks[status];
  return <Icon aria-hidden sx={{ color, fontSize: 'inherit', flex: 'none' }} />;
}

/** The state, and why a message was not sent. */
export function ScheduleStatus({ status, errorText }: Pick<ScheduleRecord, 'status' | 'errorText'>) {
  const translate = useTranslate();
  return (
    <Box
      component="span"
      title={errorText ?? undefined}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}
    >
      <StatusIcon status={status} />
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {translate(`schedules.status.${status}`)}
        {errorText && ` · ${errorText}`}
      </Box>
    </Box>
  );
}
