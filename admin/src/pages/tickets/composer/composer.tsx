import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useSessionUser } from '../../../providers/session-user';
import { preferences, usePreference } from '../../../shared/preferences';
import { contactName } from '../list/ticket-name';
import type { QuotedMessage, Ticket } from '../model/types';
import { ComposerField } from './composer-field';
import { ComposerHints } from './composer-hints';
import { EmojiButton } from './emoji-button';
import { FileButton } from './file-button';
import { ReplyBar } from './reply-bar';
import { SendButton } from './send-button';
import { useDraft } from './use-draft';

/** What providers carry in one message. */
const MAX_LENGTH = 4096;

interface ComposerProps {
  ticket: Ticket;
  quoted: QuotedMessage | null;
  onCancelQuote: () => void;
  onSend: (body: string) => void;
  onFiles: (files: File[]) => void;
}

/** Writes to the customer; only in an open conversation. */
export function Composer({ ticket, quoted, onCancelQuote, onSend, onFiles }: ComposerProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { name } = useSessionUser();
  const [sign] = usePreference(preferences.signOption);
  const [text, setText] = useDraft(ticket.uuid);
  const field = useRef<HTMLTextAreaElement>(null);
  const disabled = ticket.status !== 'open';
  const placeholder = disabled
    ? translate(`workspace.composer.${ticket.status}`)
    : translate('workspace.composer.placeholder');

  useEffect(() => {
    if (quoted) field.current?.focus();
  }, [quoted]);

  function send() {
    const body = text.trim();
    if (disabled || body === '') return;
    const signed = sign ? `*${name}:*\n${body}` : body;
    if (signed.length > MAX_LENGTH) {
      notify('workspace.composer.too_long', {
        type: 'warning',
        messageArgs: { length: signed.length, max: MAX_LENGTH },
      });
      return;
    }
    onSend(signed);
    setText('');
    field.current?.focus();
  }

  function insert(emoji: string) {
    const at = field.current?.selectionStart ?? text.length;
    const end = field.current?.selectionEnd ?? at;
    setText(text.slice(0, at) + emoji + text.slice(end));
    requestAnimationFrame(() => field.current?.setSelectionRange(at + emoji.length, at + emoji.length));
  }

  return (
    <Box
      component="footer"
      sx={{
        px: { xs: 1, md: 2 },
        pt: 1.25,
        pb: 0.75,
        minWidth: 0,
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      {quoted && <ReplyBar quoted={quoted} contactName={contactName(ticket.contact)} onCancel={onCancelQuote} />}
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: { xs: 0.25, md: 0.75 } }}>
        <Box sx={{ display: 'flex', pb: '3px' }}>
          <EmojiButton disabled={disabled} onPick={insert} onClosed={() => field.current?.focus()} />
          <FileButton label={translate('workspace.composer.attach')} disabled={disabled} onFiles={onFiles} />
        </Box>
        <ComposerField
          field={field}
          value={text}
          label={translate('workspace.composer.label')}
          placeholder={placeholder}
          disabled={disabled}
          onChange={setText}
          onEnter={send}
          onFiles={onFiles}
        />
        <SendButton disabled={disabled || text.trim() === ''} onClick={send} />
      </Box>
      <ComposerHints disabled={disabled} />
    </Box>
  );
}
