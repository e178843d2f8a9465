import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../providers/api-types';
import { refetch } from '../../providers/query-client';
import { useSocketEvent } from '../../providers/realtime';
import { useResources } from '../../schema/resources';
import type { Ticket } from '../model/types';
import { get } from './api';

export type Schedule = Schemas['ScheduleRecord'];

const MAX_SHOWN = 20;

/** Whether the user's plan includes scheduled messages. */
export function useCanSchedule(): boolean {
  const view = useResources().resource('schedules');
  return view !== undefined && !view.locked && view.can.create;
}

/** The initial values of a message that is scheduled in a conversation. */
export const scheduleIn = ({ contactId, whatsappId, queueId }: Ticket, body = '') => ({
  contactId,
  whatsappId,
  queueId,
  body,
});

/** The scheduled messages to the contact that the user may see, the next one first; kept live. */
export function useContactSchedules(contactId: number, enabled: boolean) {
  const queryKey = ['schedules', 'contact', contactId];
  useSocketEvent('schedule', () => refetch(queryKey));
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      get<Schedule[]>(
        '/schedules',
        {
          filter: JSON.stringify({ contactId, status: 'PENDENTE' }),
          sort: JSON.stringify(['sendAt', 'ASC']),
          range: JSON.stringify([0, MAX_SHOWN - 1]),
        },
        signal,
      ),
    enabled,
  });
}
