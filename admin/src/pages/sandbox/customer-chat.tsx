import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../shared/avatar';
import { EmptyState } from '../../shared/empty-state';
import { formatPhone } from '../../shared/format';
import { textSize } from '../../shared/type-scale';
import type { QueueItem } from '../tickets/chat/audio/queue';
import { VoiceQueue } from '../tickets/chat/audio/voice-queue';
import { ReplyBar } from '../tickets/composer/reply-bar';
import { changeAsCustomer } from './api';
import { SandboxBubble } from './sandbox-bubble';
import { SandboxComposer } from './sandbox-composer';
import type { Customer, SandboxMessage } from './types';
import { useCompanyTyping } from './use-company-typing';
import { useCustomerReading } from './use-customer-reading';
import { useCustomerTypes } from './use-customer-types';
import { useSandboxMessages } from './use-sandbox';
import { useSend } from './use-send';

function Bar({ customer, typing, onBack }: { customer: Customer; typing: boolean; onBack: () => void }) {
  const translate = useTranslate();
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 1,
        py: 1,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton size="small" aria-label={translate('workspace.sandbox.back')} onClick={onBack}>
        <ArrowBack />
      </IconButton>
      <Avatar name={customer.name} size={34} seed={customer.contactId ?? customer.number} />
      <Box sx={{ minWidth: 0 }}>
        <Box
          component="h2"
          sx={{
            m: 0,
            fontSize: textSize.body,
            fontWeight: 600,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {customer.name}
        </Box>
        <Box role="status" sx={{ fontSize: textSize.caption, color: typing ? 'atende.ok' : 'text.secondary' }}>
          {typing ? translate('workspace.sandbox.typing') : formatPhone(customer.number)}
        </Box>
      </Box>
    </Box>
  );
}

const heardItem = ({ id, fromCustomer, mediaType, mediaUrl }: SandboxMessage): QueueItem => ({
  id,
  mine: fromCustomer,
  src: mediaType === 'audio' ? mediaUrl : null,
});

function Messages({
  messages,
  onReply,
  onChange,
}: {
  messages: readonly SandboxMessage[];
  onReply: (message: SandboxMessage) => void;
  onChange: (message: SandboxMessage, body: string | null) => Promise<void>;
}) {
  const translate = useTranslate();
  const end = useRef<HTMLDivElement>(null);
  const count = messages.length;
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'end' });
  }, [count]);
  if (count === 0)
    return (
      <EmptyState title={translate('workspace.sandbox.empty')} message={translate('workspace.sandbox.empty_message')} />
    );
  const byId = new Map(messages.map((message) => [message.id, message]));
  return (
    <Box
      role="log"
      aria-label={translate('workspace.chat.log')}
      tabIndex={0}
      sx={{ overflowY: 'auto', minHeight: 0, pt: 1.5 }}
    >
      <VoiceQueue items={messages.map(heardItem)}>
        {messages.map((message) => (
          <SandboxBubble
            key={message.id}
            message={message}
            quoted={message.quotedId ? byId.get(message.quotedId) : undefined}
            onReply={onReply}
            onChange={onChange}
          />
        ))}
      </VoiceQueue>
      <div ref={end} />
    </Box>
  );
}

interface CustomerChatProps {
  connectionId: number;
  customer: Customer;
  onBack: () => void;
}

/** The conversation on the customer's phone. */
export function CustomerChat({ connectionId, customer, onBack }: CustomerChatProps) {
  const translate = useTranslate();
  const { data: messages = [] } = useSandboxMessages(connectionId, customer.number);
  const [quoted, setQuoted] = useState<SandboxMessage | null>(null);
  const { busy, send } = useSend(connectionId, customer);
  const typing = useCompanyTyping(connectionId, customer.number, messages);
  const tellTyping = useCustomerTypes(connectionId, customer.number);
  const change = async ({ id }: SandboxMessage, body: string | null) => {
    await changeAsCustomer(connectionId, customer.number, id, body);
  };
  useCustomerReading(connectionId, customer.number, messages);
  return (
    <>
      <Bar customer={customer} typing={typing} onBack={onBack} />
      <Messages messages={messages} onReply={setQuoted} onChange={change} />
      <Box component="footer" sx={{ p: 1, bgcolor: 'background.paper', borderTop: 1, borderColor: 'divider' }}>
        {quoted && (
          <ReplyBar
            quoted={{
              id: 0,
              body: quoted.body,
              fromMe: quoted.fromCustomer,
              isDeleted: quoted.isDeleted,
              mediaType: quoted.mediaType,
              contact: null,
            }}
            contactName={translate('workspace.sandbox.company')}
            onCancel={() => setQuoted(null)}
          />
        )}
        <SandboxComposer
          place={`sandbox/${connectionId}/${customer.number}`}
          busy={busy}
          onTyping={tellTyping}
          onSend={(message) => {
            setQuoted(null);
            return send({ ...message, quotedId: quoted?.id ?? null });
          }}
        />
      </Box>
    </>
  );
}
