import Event from '@mui/icons-material/EventOutlined';
import { Box, Button, ButtonBase } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ellipsis } from '../../../shared/ellipsis';
import { formatDateTime } from '../../../shared/format';
import { lazyComponent } from '../../../shared/lazy-component';
import { handlerOf } from '../../../shared/shortcuts/use-shortcut';
import { textSize } from '../../../shared/type-scale';
import { useCanSchedule, useContactSchedules } from '../../data/use-schedules';
import type { Ticket } from '../../model/types';
import { LoadError, PanelSection } from './panel-section';

const RecordDialog = lazyComponent(() => import('../../../schema/record-dialog'));

/** The messages that will be sent to the contact, and a button that schedules what is in the composer. */
export function ContactSchedules({ ticket }: { ticket: Ticket }) {
  const translate = useTranslate();
  const can = useCanSchedule();
  const { data = [], isError, refetch } = useContactSchedules(ticket.contactId, can);
  const [open, setOpen] = useState<number | null>(null);
  if (!can) return null;
  return (
    <PanelSection title={translate('schedules.planned')} gap={0.5}>
      {isError && <LoadError text={translate('schedules.failed')} onRetry={() => void refetch()} />}
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {data.map(({ id, sendAt, body }) => (
          <li key={id}>
            <ButtonBase
              onClick={() => setOpen(id)}
              sx={{
                display: 'grid',
                width: 'calc(100% + 16px)',
                mx: -1,
                px: 1,
                py: 0.75,
                borderRadius: '10px',
                textAlign: 'left',
                '&:hover, &:focus-visible': { bgcolor: 'atende.hover' },
              }}
            >
              <Box component="time" dateTime={sendAt} sx={{ fontWeight: 500 }}>
                {formatDateTime(sendAt)}
              </Box>
              <Box component="span" sx={{ ...ellipsis, fontSize: textSize.caption, color: 'text.secondary' }}>
                {body}
              </Box>
            </ButtonBase>
          </li>
        ))}
      </Box>
      <Button size="small" fullWidth startIcon={<Event />} onClick={() => handlerOf('schedule')?.()}>
        {translate('schedules.action')}
      </Button>
      {open !== null && <RecordDialog resource="schedules" id={open} onClose={() => setOpen(null)} />}
    </PanelSection>
  );
}
