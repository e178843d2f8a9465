import Template from '@mui/icons-material/DashboardCustomizeOutlined';
import { Box, Switch } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useSessionUser } from '../../providers/session-user';
import { dotted, FittingLine } from '../../shared/fitting-line';
import { lazyComponent } from '../../shared/lazy-component';
import { preferences, usePreference } from '../../shared/preferences';
import { TooltipIconButton } from '../../shared/tooltip-icon-button';
import { textSize } from '../../shared/type-scale';
import { useCapabilities } from '../data/company-queries';
import { useDraft } from '../data/drafts';
import { type OutgoingMessage, useSendingVoice } from '../data/outbox-store';
import { type FileList, useFileLists } from '../file-lists/use-file-lists';
import { ReplyBar } from '../messages/quote';
import { contactName } from '../model/contact-name';
import type { QuotedMessage, Ticket } from '../model/types';
import { useTypingSignal } from '../presence/typing';
import { useQuickMessageSuggestions } from '../quick-messages/quick-message-suggestions';
import { useRecorder } from '../recorder/use-recorder';
import { MicButton, VoiceBar } from '../recorder/voice-bar';
import { AttachButton, EmojiButton, SendButton } from './composer-buttons';
import { ComposerField, composerFooter, useCaret } from './composer-field';
import { useMessagingWindow, WindowClosed, WindowClosing } from './messaging-window';

const FileListDialog = lazyComponent(() => import('../file-lists/file-list-dialog'));
const TemplateDialog = lazyComponent(() => import('../templates/template-dialog'));

/** The limit of the providers. */
const MAX_LENGTH = 4096;

export interface ComposerProps {
  ticket: Ticket;
  quoted: QuotedMessage | null;
  onCancelQuote: () => void;
  /** Whether it is visible: on a phone the list may cover it. */
  active: boolean;
  /** The switch between message and note. */
  modeToggle?: ReactNode;
  onSend: (message: Omit<OutgoingMessage, 'quoted'>) => void;
  onFiles: (files: File[], caption?: string) => void;
}

/** Keyboard hints and the signature switch. */
function ComposerHints({ disabled }: { disabled: boolean }) {
  const translate = useTranslate();
  const { name } = useSessionUser();
  const [sign, setSign] = usePreference(preferences.signOption);
  const hint = translate('workspace.composer.hint');
  const signed = translate('workspace.composer.sign', { name });
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        pl: 0.5,
        pt: 0.25,
        fontSize: textSize.caption,
        color: 'atende.faint',
      }}
    >
      <Box sx={{ flex: '1 1 0', minWidth: 0, '@container chat (max-width: 420px)': { display: 'none' } }}>
        <FittingLine title={hint} parts={dotted(hint.split(' · '))} />
      </Box>
      <Box
        component="label"
        title={signed}
        sx={{ display: 'flex', alignItems: 'center', ml: 'auto', minWidth: 0, whiteSpace: 'nowrap', cursor: 'pointer' }}
      >
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{signed}</span>
        <Switch
          checked={sign}
          disabled={disabled}
          onChange={(_, checked) => setSign(checked)}
          sx={{ transform: 'scale(0.86)' }}
        />
      </Box>
    </Box>
  );
}

/** Writes to the customer; enabled in an open conversation only. */
export function Composer({ ticket, quoted, active, modeToggle, onCancelQuote, onSend, onFiles }: ComposerProps) {
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
    onSend: ({ file, localUrl }) => onSend({ body: '', voice: true, file, localUrl }),
    away: !active || ticket.status !== 'open',
  });
  const messagingWindow = useMessagingWindow(ticket.windowUntil);
  const { templates } = useCapabilities(ticket.whatsappId);
  const [choosingTemplate, setChoosingTemplate] = useState(false);
  const typing = useTypingSignal(ticket);
  const windowClosed = !disabled && messagingWindow.kind === 'closed';
  const openTemplates = templates && !disabled ? () => setChoosingTemplate(true) : undefined;
  const notOpen = ticket.status === 'open' ? undefined : `workspace.composer.${ticket.status}`;
  const blocked = notOpen ?? (windowClosed ? 'workspace.window.closed' : undefined);
  const { data: fileLists = [] } = useFileLists(!disabled && !windowClosed);
  const [fileList, setFileList] = useState<{ initial: FileList | null } | null>(null);
  const suggestions = useQuickMessageSuggestions({
    ticket,
    text,
    enabled: !disabled && !windowClosed,
    field,
    onText: setText,
    onFile: onFiles,
    onList: (initial) => setFileList({ initial }),
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
      const messageArgs = { length: signed.length, max: MAX_LENGTH };
      notify('workspace.composer.too_long', { type: 'warning', messageArgs });
      return;
    }
    onSend({ body: signed });
    typing.ended();
    setText('');
    field.current?.focus();
  }

  function insert(emoji: string) {
    const start = field.current?.selectionStart ?? text.length;
    const end = field.current?.selectionEnd ?? start;
    setText(text.slice(0, start) + emoji + text.slice(end));
    requestAnimationFrame(() => field.current?.setSelectionRange(start + emoji.length, start + emoji.length));
  }

  function change(value: string) {
    setText(value);
    suggestions.typed();
    if (value === '') typing.ended();
    else typing.typed();
  }

  const input = (
    <Box sx={{ position: 'relative', display: 'flex', alignItems: 'flex-end', gap: { xs: 0.25, md: 0.75 } }}>
      {suggestions.popover}
      <Box sx={{ display: 'flex', pb: '3px' }}>
        <EmojiButton disabled={disabled} onPick={insert} onClosed={() => field.current?.focus()} />
        <AttachButton
          disabled={disabled}
          onFiles={onFiles}
          onList={fileLists.length > 0 ? () => setFileList({ initial: null }) : undefined}
        />
        {openTemplates && (
          <TooltipIconButton label={translate('workspace.template.choose')} onClick={openTemplates}>
            <Template />
          </TooltipIconButton>
        )}
      </Box>
      <ComposerField
        field={field}
        value={text}
        label={translate('workspace.composer.label')}
        placeholder={translate(notOpen ?? (sendingVoice ? 'voice.sending' : 'workspace.composer.placeholder'))}
        disabled={disabled}
        suggestions={suggestions.field}
        onChange={change}
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
  );
  return (
    <Box component="footer" sx={composerFooter}>
      {modeToggle}
      {!disabled && messagingWindow.kind === 'closing' && <WindowClosing minutes={messagingWindow.minutes} />}
      {quoted && !windowClosed && (
        <ReplyBar quoted={quoted} contactName={contactName(ticket.contact)} onCancel={onCancelQuote} />
      )}
      {recorder.recording ? (
        <VoiceBar recorder={recorder} recording={recorder.recording} blocked={blocked && translate(blocked)} />
      ) : windowClosed ? (
        <WindowClosed onTemplate={openTemplates} />
      ) : (
        input
      )}
      {!windowClosed && <ComposerHints disabled={disabled} />}
      {fileList && <FileListDialog ticket={ticket} {...fileList} onClose={() => setFileList(null)} />}
      {choosingTemplate && <TemplateDialog ticket={ticket} onClose={() => setChoosingTemplate(false)} />}
    </Box>
  );
}
