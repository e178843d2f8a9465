import Block from '@mui/icons-material/BlockOutlined';
import Draft from '@mui/icons-material/EditNoteOutlined';
import Pause from '@mui/icons-material/PauseCircleOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import Sending from '@mui/icons-material/SendOutlined';
import TaskAlt from '@mui/icons-material/TaskAlt';
import { Box } from '@mui/material';
import { useResources } from '../../../schema/resources';
import type { CampaignStatus as Status } from './types';

const looks = {
  INATIVA: { Icon: Draft, color: 'text.secondary' },
  PROGRAMADA: { Icon: Schedule, color: 'primary.main' },
  EM_ANDAMENTO: { Icon: Sending, color: 'primary.main' },
  PAUSADA: { Icon: Pause, color: 'atende.warn' },
  FINALIZADA: { Icon: TaskAlt, color: 'atende.ok' },
  CANCELADA: { Icon: Block, color: 'text.secondary' },
} as const;

export function CampaignStatus({ status }: { status: Status }) {
  const columns = useResources().resource('campaigns')?.list?.columns ?? [];
  const { options = [] } = columns.find(({ name }) => name === 'status') ?? {};
  const { Icon, color } = looks[status];
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}>
      <Icon aria-hidden fontSize="small" sx={{ color, flex: 'none' }} />
      {options.find(({ value }) => value === status)?.label}
    </Box>
  );
}
