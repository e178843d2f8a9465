import EditNote from '@mui/icons-material/EditNoteOutlined';
import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { tellRoom, useSocketEvent } from '../../providers/realtime';
import { textSize } from '../../shared/type-scale';
import { sendTyping } from '../data/api';
import { useCapabilities } from '../data/use-connections';
import type { Ticket } from '../model/types';
import { useOtherViewers } from './use-viewers';

/** The customer's phone shows it for 25 seconds. */
const CUSTOMER_EVERY_MS = 8_000;
/** Colleagues see it for five seconds. */
const COLLEAGUES_EVERY_MS = 3_000;

interface Typing {
  typed(): void;
  /** It was sent, or taken back. */
  ended(): void;
}

/** Tells the customer and the colleagues now and then that somebody writes; nobody minds when that fails. */
export function useTyping({ id, uuid, whatsappId }: Ticket): Typing {
  const { typing } = useCapabilities(whatsappId);
  const customer = useRef(0);
  const colleagues = useRef(0);
  return {
    typed() {
      const now = Date.now();
      if (now - colleagues.current >= COLLEAGUES_EVERY_MS) {
        colleagues.current = now;
        tellRoom('typing', 'ChatBox', uuid);
      }
      if (!typing || now - customer.current < CUSTOMER_EVERY_MS) return;
      customer.current = now;
      sendTyping(id).catch(() => undefined);
    },
    ended() {
      if (colleagues.current === 0) return;
      colleagues.current = 0;
      tellRoom('idle', 'ChatBox', uuid);
    },
  };
}

/** A little longer than the phone waits before it says so again. */
const SHOWN_MS = 6_000;

/** Whether the customer is writing, where the channel tells; ends with their next message. */
export function useCustomerTyping(ticketId: number): boolean {
  const [told, setTold] = useState(0);
  useSocketEvent('customerTyping', (event) => {
    if (event.ticketId === ticketId) setTold(Date.now());
  });
  useSocketEvent('appMessage', ({ action, message }) => {
    if (action === 'create' && message.ticketId === ticketId && !message.fromMe) setTold(0);
  });
  useEffect(() => {
    if (told === 0) return undefined;
    const timer = window.setTimeout(() => setTold(0), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [told]);
  return told > 0;
}

/** Says above the field that a colleague is writing an answer too. */
export function ColleagueTyping({ ticketId }: { ticketId: number }) {
  const translate = useTranslate();
  const names = useOtherViewers(ticketId)
    .filter(({ typing }) => typing)
    .map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Box
      aria-hidden
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        px: { xs: 1.5, md: 2.5 },
        py: 0.5,
        fontSize: textSize.caption,
        fontWeight: 500,
        color: 'primary.main',
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <EditNote fontSize="small" />
      {translate('together.writing', { smart_count: names.length, names: names.join(', ') })}
    </Box>
  );
}
