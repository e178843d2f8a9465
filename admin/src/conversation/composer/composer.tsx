import Template from '@mui/icons-material/DashboardCustomizeOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useSessionUser } from '../../providers/session-user';
import { preferences, usePreference } from '../../shared/preferences';
import { useDraft } from '../data/drafts';
import { useSendingVoice } from '../data/outbox-store';
import { useCapabilities } from '../data/use-connections';
import { ReplyBar } from '../messages/quote';
import { contactName } from '../model/contact-name';
import type { QuotedMessage, Ticket } from '../model/types';
import { useTyping } from '../presence/typing';
import { SuggestionList } from '../quick-messages/quick-message-suggestions';
import { useSuggestions } from '../quick-messages/use-quick-message-suggestions';
import type { VoiceFile } from '../recorder/recordings';
import { useRecorder } from '../recorder/use-recorder';
import { MicButton, VoiceBar } from '../recorder/voice-bar';
import { FileButton, SendButton } from './composer-buttons';
import { ComposerField, useCaret } from './composer-field';
import { ComposerHints } from './composer-hints';
import { EmojiButton } from './emoji-button';
import { useWindow, WindowClosed, WindowClosing } from './messaging-window';

const TemplateDialog = lazy(() => import('../templates/template-dialog'));

/** What providers carry in one message. */
const MAX_LENGTH = 4096;

interface ComposerProps {
  ticket: Ticket;
  quoted: QuotedMessage | null;
  onCancelQuote: () => void;
  /** Whether it can be seen: on a phone the list may stand in front. */
  active: boolean;
  /** Stands above the field. */
  choice?: ReactNode;
  onSend: (body: string, voice?: VoiceFile) => void;
  onFiles: (files: File[], caption?: string) => void;
}

/** Writes to the customer; only in an open conversation. */
export function Composer({ ticket, quoted, active, choice, onCancelQuote, onSend, onFiles }: ComposerProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { name } = useSessionUser();
  const [sign] = usePreference(preferences.signOption);
  const [text, setText] = useDraft(ticket.uuid);
  const field = useRef<HTMLTextAreaElement>(null);
  const sendingVoice = useSendingVoice(ticket.id);
  const disabled = ticket.status !== 'open' || sendingVoice;
  const recorder = useRecorder({
    key: ticket.uuid,
    onSend: (voice) => onSend('', voice),
    away: !active || ticket.status !== 'open',
  });
  const windowNow = useWindow(ticket.windowUntil);
  const { templates } = useCapabilities(ticket.whatsappId);
  const [choosing, setChoosing] = useState(false);
  const typing = useTyping(ticket);
  const closed = !disabled && windowNow.kind === 'closed';
  const openTemplates = templates && !disabled ? () => setChoosing(true) : undefined;
  const silent = ticket.status === 'open' ? undefined : `workspace.composer.${ticket.status}`;
  const blocked = silent ?? (closed ? 'workspace.window.closed' : undefined);
  const placeholder = translate(silent ?? (sendingVoice ? 'voice.sending' : 'workspace.composer.placeholder'));
  const quick = useSuggestions({
    ticket,
    text,
    enabled: !disabled && !closed,
    field,
    onText: setText,
    onFile: onFiles,
  });

  useCaret(ticket.uuid, field);
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
    typing.ended();
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
      {choice}
      {!disabled && windowNow.kind === 'closing' && <WindowClosing minutes={windowNow.minutes} />}
      {quoted && !closed && (
        <ReplyBar quoted={quoted} contactName={contactName(ticket.contact)} onCancel={onCancelQuote} />
      )}
      {recorder.recording ? (
        <VoiceBar recorder={recorder} recording={recorder.recording} blocked={blocked && translate(blocked)} />
      ) : closed ? (
        <WindowClosed onTemplate={openTemplates} />
      ) : (
        <Box sx={{ position: 'relative', display: 'flex', alignItems: 'flex-end', gap: { xs: 0.25, md: 0.75 } }}>
          {quick.list && <SuggestionList {...quick.list} />}
          <Box sx={{ display: 'flex', pb: '3px' }}>
            <EmojiButton disabled={disabled} onPick={insert} onClosed={() => field.current?.focus()} />
            <FileButton label={translate('workspace.composer.attach')} disabled={disabled} onFiles={onFiles} />
            {openTemplates && (
              <Tooltip title={translate('workspace.template.choose')}>
                <IconButton aria-label={translate('workspace.template.choose')} onClick={openTemplates}>
                  <Template />
                </IconButton>
              </Tooltip>
            )}
          </Box>
          <ComposerField
            field={field}
            value={text}
            label={translate('workspace.composer.label')}
            placeholder={placeholder}
            disabled={disabled}
            suggestions={quick.field}
            onChange={(value) => {
              setText(value);
              quick.typed();
              if (value === '') typing.ended();
              else typing.typed();
            }}
            onEnter={send}
            onEscape={quoted ? onCancelQuote : undefined}
            onFiles={onFiles}
          />
          {text.trim() === '' ? (
            <MicButton recorder={recorder} disabled={disabled} />
          ) : (
            <SendButton disabled={disabled} onClick={send} />
          )}
        </Box>
      )}
      {!closed && <ComposerHints disabled={disabled} />}
      {choosing && (
        <Suspense>
          <TemplateDialog ticket={ticket} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </Box>
  );
}
