import { Box } from '@mui/material';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { type OutgoingMessage, useSendingVoice } from '../../data/outbox-store';
import type { ConversationKey, QuotedMessage } from '../../model/types';
import { ReplyBar } from '../messages/quote';
import { useRecorder } from '../recorder/use-recorder';
import { MicButton, VoiceBar } from '../recorder/voice-bar';
import { AttachButton, EmojiButton, SendButton } from './composer-buttons';
import { ComposerField, composerFooter, useCaret } from './composer-field';
import type { useSuggestions } from './suggestions';

/** The limit of the providers, with a signature. */
const MAX_LENGTH = 4096;

interface MessageComposerProps {
  conversation: ConversationKey;
  /** Of the draft, the caret and the recording. */
  draftKey: string;
  text: string;
  onText: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Of the customer, or of the other in a direct chat. */
  name: string;
  disabled?: boolean;
  /** Nothing can be sent yet, but what is typed is kept for then. */
  waiting?: boolean;
  placeholder: string;
  /** Why nothing may be sent at the moment. */
  blocked?: string | undefined;
  /** Hidden: a running recording is finished and kept. */
  away: boolean;
  quoted: QuotedMessage | null;
  onCancelQuote: () => void;
  typing: { typed: () => void; ended: () => void };
  suggestions: {
    popover: ReactNode;
    field: ReturnType<typeof useSuggestions>['field'];
    typed: (value: string) => void;
  };
  /** What is sent of a typed text. */
  textOf?: ((body: string) => string) | undefined;
  onSend: (message: Omit<OutgoingMessage, 'quoted'>) => void;
  onFiles: (files: File[], caption?: string) => void;
  /** Opens the choice of a file list, where there are some. */
  onFileList?: (() => void) | undefined;
  /** Schedules what is typed instead of sending it. */
  onSchedule?: (() => void) | undefined;
  above?: ReactNode;
  /** Beside the buttons for emoji and files. */
  tools?: ReactNode;
  /** In place of the field. */
  closed?: ReactNode;
  below?: ReactNode;
}

const sameText = (body: string) => body;

/** Field, buttons, recorder and quote of every conversation. */
export function MessageComposer(props: MessageComposerProps) {
  const { conversation, draftKey, text, onText, field, name, placeholder, blocked, away, quoted, typing } = props;
  const {
    suggestions,
    textOf = sameText,
    onCancelQuote,
    onSend,
    onFiles,
    onFileList,
    onSchedule,
    above,
    tools,
    closed,
    below,
  } = props;
  const translate = useTranslate();
  const notify = useNotify();
  const sendingVoice = useSendingVoice(conversation);
  const disabled = props.disabled === true || props.waiting === true || sendingVoice;
  const recorder = useRecorder({
    key: draftKey,
    onSend: ({ file, localUrl }) => onSend({ body: '', voice: true, file, localUrl }),
    away: away || props.disabled === true || props.waiting === true,
  });

  useCaret(draftKey, field);
  useEffect(() => {
    if (quoted) field.current?.focus();
  }, [quoted, field]);

  function send() {
    const typed = text.trim();
    if (disabled || typed === '') return;
    const body = textOf(typed);
    if (body.length > MAX_LENGTH) {
      const messageArgs = { length: body.length, max: MAX_LENGTH };
      notify('workspace.composer.too_long', { type: 'warning', messageArgs });
      return;
    }
    onSend({ body });
    typing.ended();
    onText('');
    field.current?.focus();
  }

  function insert(emoji: string) {
    const start = field.current?.selectionStart ?? text.length;
    const end = field.current?.selectionEnd ?? start;
    onText(text.slice(0, start) + emoji + text.slice(end));
    requestAnimationFrame(() => field.current?.setSelectionRange(start + emoji.length, start + emoji.length));
  }

  function change(value: string) {
    onText(value);
    suggestions.typed(value);
    if (value === '') typing.ended();
    else typing.typed();
  }

  const input = (
    <Box sx={{ position: 'relative', display: 'flex', alignItems: 'flex-end', gap: { xs: 0.25, md: 0.75 } }}>
      {suggestions.popover}
      <Box sx={{ display: 'flex', pb: '3px' }}>
        <EmojiButton disabled={disabled} onPick={insert} onClosed={() => field.current?.focus()} />
        <AttachButton disabled={disabled} onFiles={onFiles} onList={onFileList} onSchedule={onSchedule} />
        {!sendingVoice && tools}
      </Box>
      <ComposerField
        field={field}
        value={text}
        label={translate('workspace.composer.label')}
        placeholder={sendingVoice ? translate('voice.sending') : placeholder}
        disabled={props.disabled === true || sendingVoice}
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
      {above}
      {quoted && !closed && <ReplyBar quoted={quoted} contactName={name} onCancel={onCancelQuote} />}
      {recorder.recording ? (
        <VoiceBar recorder={recorder} recording={recorder.recording} blocked={blocked} />
      ) : (
        closed || input
      )}
      {!closed && below}
    </Box>
  );
}
