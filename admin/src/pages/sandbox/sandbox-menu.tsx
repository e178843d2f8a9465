import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Reply from '@mui/icons-material/ReplyOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { errorText } from '../../shared/error-text';
import type { SandboxMessage } from './types';

const EditDialog = lazy(() => import('../tickets/message/edit-dialog'));

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <IconButton
      size="small"
      aria-label={label}
      onClick={onClick}
      style={{ background: 'inherit' }}
      sx={{ p: '3px', width: 24, height: 24, borderRadius: '8px' }}
    >
      {children}
    </IconButton>
  );
}

interface SandboxMenuProps {
  message: SandboxMessage;
  onReply: (message: SandboxMessage) => void;
  onChange: (message: SandboxMessage, body: string | null) => Promise<void>;
}

/** What a customer does with a message: answers it, and changes the own ones. */
export function SandboxMenu({ message, onReply, onChange }: SandboxMenuProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const [editing, setEditing] = useState(false);
  const own = message.fromCustomer;
  const take = () =>
    void onChange(message, null).catch((error: unknown) => notify(errorText(error), { type: 'error' }));
  return (
    <>
      <Box
        className="message-menu"
        sx={{ position: 'absolute', top: 3, right: 3, display: 'flex', background: 'inherit', borderRadius: '8px' }}
      >
        {own && message.mediaType === 'chat' && (
          <Tool label={translate('message.edit')} onClick={() => setEditing(true)}>
            <Edit fontSize="mini" />
          </Tool>
        )}
        {own && (
          <Tool label={translate('message.delete')} onClick={take}>
            <Delete fontSize="mini" />
          </Tool>
        )}
        <Tool label={translate('workspace.sandbox.reply')} onClick={() => onReply(message)}>
          <Reply fontSize="mini" />
        </Tool>
      </Box>
      {editing && (
        <Suspense>
          <EditDialog
            initial={message.body}
            save={(body) => onChange(message, body)}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
