import EditNote from '@mui/icons-material/EditNoteOutlined';
import { Box } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { emitToRoom, useSocketEvent } from '../../providers/realtime';
import { textSize } from '../../shared/type-scale';
import { post } from '../data/api';
import { useCapabilities } from '../data/company-queries';
import type { Ticket } from '../model/types';
import { useOtherViewers } from './viewers';

/** The customer's phone shows it for 25 seconds. */
const CUSTOMER_EVERY_MS = 8_000;
/** Colleagues see it for five seconds. */
const COLLEAGUES_EVERY_MS = 3_000;

/** Tells those in a room, throttled, that the user is typing. */
export function useRoomTyping(room: 'ChatBox' | 'InternalChat', uuid: string) {
  const toldAt = useRef(0);
  return {
    typed() {
      const now = Date.now();
      if (now - toldAt.current < COLLEAGUES_EVERY_MS) return;
      toldAt.current = now;
      emitToRoom('typing', room, uuid);
    },
    ended() {
      if (toldAt.current === 0) return;
      toldAt.current = 0;
      emitToRoom('idle', room, uuid);
    },
  };
}

/** Sends throttled typing indicators to the customer and to colleagues; failures are ignored. */
export function useTypingSignal({ id, uuid, status, whatsappId }: Ticket) {
  const { typing } = useCapabilities(whatsappId);
  const customerAt = useRef(0);
  const colleagues = useRoomTyping('ChatBox', uuid);
  return {
    typed() {
      colleagues.typed();
      const now = Date.now();
      if (!typing || status !== 'open' || now - customerAt.current < CUSTOMER_EVERY_MS) return;
      customerAt.current = now;
      post(`/tickets/${id}/typing`).catch(() => undefined);
    },
    ended: colleagues.ended,
  };
}

/** A little longer than the interval at which phones repeat it. */
const SHOWN_MS = 6_000;

/** Whether the customer is typing, if the channel reports it; ends with their next message. */
export function useCustomerTyping(ticketId: number): boolean {
  const [typingAt, setTypingAt] = useState(0);
  useSocketEvent('customerTyping', (event) => {
    if (event.ticketId === ticketId) setTypingAt(Date.now());
  });
  useSocketEvent('appMessage', ({ action, message }) => {
    if (action === 'create' && message.ticketId === ticketId && !message.fromMe) setTypingAt(0);
  });
  useEffect(() => {
    if (typingAt === 0) return undefined;
    const timer = window.setTimeout(() => setTypingAt(0), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [typingAt]);
  return typingAt > 0;
}

/** Warns above the composer that colleagues are typing an answer too. */
export function ColleagueTyping({ ticketId }: { ticketId: number }) {
  const typing = useOtherViewers(ticketId).filter((viewer) => viewer.typing);
  return <TypingNames names={typing.map(({ name }) => name)} />;
}

/** Above the composer: who is typing. */
export function TypingNames({ names }: { names: readonly string[] }) {
  const translate = useTranslate();
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
      {translate('collaboration.writing', { smart_count: names.length, names: names.join(', ') })}
    </Box>
  );
}
