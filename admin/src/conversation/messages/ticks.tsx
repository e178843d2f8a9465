import Done from '@mui/icons-material/Done';
import DoneAll from '@mui/icons-material/DoneAll';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import type { SvgIconTypeMap } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { useTranslate } from 'react-admin';
import type { MessageStatus } from '../model/types';

type State = 'clock' | 'sent' | 'delivered' | 'read' | 'failed' | 'uncertain';

function tickState(ack: number, status?: MessageStatus): State {
  if (status === 'failed') return 'failed';
  if (ack >= 3) return 'read';
  if (ack === 2) return 'delivered';
  if (ack === 1) return 'sent';
  return status === 'uncertain' ? 'uncertain' : 'clock';
}

const looks: Record<State, { Icon: ComponentType<SvgIconTypeMap['props']>; color: string }> = {
  clock: { Icon: Schedule, color: 'inherit' },
  sent: { Icon: Done, color: 'inherit' },
  delivered: { Icon: DoneAll, color: 'inherit' },
  read: { Icon: DoneAll, color: 'primary.main' },
  failed: { Icon: ErrorOutline, color: 'error.main' },
  uncertain: { Icon: Schedule, color: 'warning.main' },
};

/** The delivery status of an own message. */
export function Ticks({ ack, status, size = 15 }: { ack: number; status?: MessageStatus; size?: number }) {
  const translate = useTranslate();
  const state = tickState(ack, status);
  const { Icon, color } = looks[state];
  const label = translate(`workspace.ack.${state}`);
  return <Icon titleAccess={label} data-state={state} sx={{ fontSize: size, color, flex: 'none' }} />;
}
