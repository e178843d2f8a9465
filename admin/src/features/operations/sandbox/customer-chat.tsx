import ArrowBack from '@mui/icons-material/ArrowBack';
import { Box, IconButton } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { VoiceQueueItem } from '../../../conversation/model/voice-queue';
import { VoiceQueue } from '../../../conversation/ui/audio/audio-player';
import { ReplyBar } from '../../../conversation/ui/messages/quote';
import { Avatar } from '../../../shared/avatar';
import { ellipsis } from '../../../shared/ellipsis';
import { EmptyState } from '../../../shared/empty-state';
import { formatPhone } from '../../../shared/format';
import { textSize } from '../../../shared/type-scale';
import type { Customer, SandboxMessage } from './api';
import { changeAsCustomer } from './api';
import { SandboxBubble } from './sandbox-bubble';
import { SandboxComposer } from './sandbox-composer';
import {
  useCompanyTyping,
  useCustomerReadReceipts,
  useCustomerTypingSignal,
  useSandboxMessages,
  useSendAsCustomer,
} from './use-sandbox';

export const phoneHeader = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
} as const;

function ChatHeader({ customer, typing, onBack }: { customer: Customer; typing: boolean; onBack: () => void }) {
  const translate = useTranslate();
  return (
    <Box component="header" sx={{ ...phoneHeader, px: 1, py: 1 }}>
      <IconButton size="small" aria-label={translate('workspace.sandbox.back')} onClick={onBack}>
        <ArrowBack />
      </IconButton>
      <Avatar name={customer.name} size={34} seed={customer.contactId ?? customer.number} />
      <Box sx={{ minWidth: 0 }}>
        <Box component="h2" sx={{ ...ellipsis, m: 0, fontSize: textSize.body, fontWeight: 600 }}>
          {customer.name}
        </Box>
        <Box role="status" sx={{ fontSize: textSize.caption, color: typing ? 'atende.ok' : 'text.secondary' }}>
          {typing ? translate('workspace.sandbox.typing') : formatPhone(customer.number)}
        </Box>
      </Box>
    </Box>
  );
}

const toQueueItem = ({ id, fromCustomer, mediaType, mediaUrl }: SandboxMessage): VoiceQueueItem => ({
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
      <VoiceQueue items={messages.map(toQueueItem)}>
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

export function CustomerChat({ connectionId, customer, onBack }: CustomerChatProps) {
  const translate = useTranslate();
  const { data: messages = [] } = useSandboxMessages(connectionId, customer.number);
  const [quoted, setQuoted] = useState<SandboxMessage | null>(null);
  const { busy, send } = useSendAsCustomer(connectionId, customer);
  const typing = useCompanyTyping(connectionId, customer.number, messages);
  const sendTyping = useCustomerTypingSignal(connectionId, customer.number);
  const change = async ({ id }: SandboxMessage, body: string | null) => {
    await changeAsCustomer(connectionId, customer.number, id, body);
  };
  useCustomerReadReceipts(connectionId, customer.number, messages);
  return (
    <>
      <ChatHeader customer={customer} typing={typing} onBack={onBack} />
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
              mediaUrl: quoted.mediaUrl,
              contact: null,
              user: null,
            }}
            contactName={translate('workspace.sandbox.company')}
            onCancel={() => setQuoted(null)}
          />
        )}
        <SandboxComposer
          recorderKey={`sandbox/${connectionId}/${customer.number}`}
          busy={busy}
          onTyping={sendTyping}
          onSend={(message) => {
            setQuoted(null);
            return send({ ...message, quotedId: quoted?.id ?? null });
          }}
        />
      </Box>
    </>
  );
}
