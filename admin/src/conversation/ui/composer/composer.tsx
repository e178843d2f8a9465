import Template from '@mui/icons-material/DashboardCustomizeOutlined';
import Event from '@mui/icons-material/EventOutlined';
import { Box, Switch } from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { preferences, usePreference } from '../../../providers/preferences';
import { useSessionUser } from '../../../providers/session-user';
import { useActing } from '../../../shared/acting';
import { dotted, FittingLine } from '../../../shared/fitting-line';
import { lazyComponent } from '../../../shared/lazy-component';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { textSize } from '../../../shared/type-scale';
import { useCapabilities } from '../../data/company-queries';
import { useDraft } from '../../data/drafts';
import type { OutgoingMessage } from '../../data/outbox-store';
import { type FileList, useFileLists } from '../../data/use-file-lists';
import { scheduleIn, useCanSchedule } from '../../data/use-schedules';
import { useTypingSignal } from '../../data/use-typing';
import { contactName } from '../../model/contact-name';
import { ticketKey } from '../../model/outbox';
import type { QuotedMessage, Ticket } from '../../model/types';
import { CopilotButton, CopilotNotice, useCopilotDraft } from '../copilot/copilot-menu';
import { useQuickMessageSuggestions } from '../quick-messages/quick-message-suggestions';
import { MessageComposer } from './message-composer';
import { useMessagingWindow, WindowClosed, WindowClosing, windowTexts } from './messaging-window';

const FileListDialog = lazyComponent(() => import('../file-lists/file-list-dialog'));
const RecordDialog = lazyComponent(() => import('../../../schema/record-dialog'));
const TemplateDialog = lazyComponent(() => import('../templates/template-dialog'));

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

/** Keyboard hints, or what becomes of a text that cannot be sent, and the signature switch. */
function ComposerHints({ disabled, kept }: { disabled: boolean; kept: string | undefined }) {
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
      {kept ? (
        <Box role="status" sx={{ flex: '1 1 0', minWidth: 0, color: 'text.secondary' }}>
          {translate(kept)}
        </Box>
      ) : (
        <Box sx={{ flex: '1 1 0', minWidth: 0, '@container chat (max-width: 420px)': { display: 'none' } }}>
          <FittingLine title={hint} parts={dotted(hint.split(' · '))} />
        </Box>
      )}
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
  const { name } = useSessionUser();
  const [sign] = usePreference(preferences.signOption);
  const [text, setText] = useDraft(ticket.uuid);
  const field = useRef<HTMLTextAreaElement>(null);
  const open = ticket.status === 'open';
  const acting = useActing(ticket.id);
  const taking = acting === 'accept' || acting === 'reopen';
  const [attempted, setAttempted] = useState(false);
  // what is typed on after a failure is not lost either
  const waiting = !open && (taking || attempted);
  if (waiting !== attempted) setAttempted(waiting);
  const messagingWindow = useMessagingWindow(ticket.windowUntil);
  const { templates } = useCapabilities(ticket.whatsappId);
  const [choosingTemplate, setChoosingTemplate] = useState(false);
  const typing = useTypingSignal(ticket);
  const windowClosed = open && messagingWindow.kind === 'closed';
  const openTemplates = templates && open ? () => setChoosingTemplate(true) : undefined;
  const notOpen = open || taking ? undefined : `workspace.composer.${ticket.status}`;
  const aboutWindow = windowTexts(templates);
  const blocked = notOpen ?? (windowClosed ? aboutWindow.closed : undefined);
  const { data: fileLists = [] } = useFileLists(open && !windowClosed);
  const [fileList, setFileList] = useState<{ initial: FileList | null } | null>(null);
  const canSchedule = useCanSchedule();
  const [scheduling, setScheduling] = useState(false);
  const schedule = canSchedule ? () => setScheduling(true) : undefined;
  useShortcut('schedule', () => setScheduling(true), canSchedule);
  const copilot = useCopilotDraft({
    ticketId: ticket.id,
    text,
    onText: setText,
    onWritten: () => field.current?.focus(),
  });
  const suggestions = useQuickMessageSuggestions({
    ticket,
    text,
    enabled: open && !windowClosed,
    field,
    onText: copilot.typed,
    onFile: onFiles,
    onList: (initial) => setFileList({ initial }),
  });
  return (
    <>
      <MessageComposer
        conversation={ticketKey(ticket)}
        draftKey={ticket.uuid}
        text={text}
        onText={copilot.typed}
        field={field}
        name={contactName(ticket.contact)}
        disabled={!open && !waiting}
        waiting={waiting}
        placeholder={translate(notOpen ?? 'workspace.composer.placeholder')}
        blocked={blocked && translate(blocked)}
        away={!active}
        quoted={quoted}
        onCancelQuote={onCancelQuote}
        typing={typing}
        suggestions={suggestions}
        textOf={sign ? (body) => `*${name}:*\n${body}` : undefined}
        onSend={onSend}
        onFiles={onFiles}
        onSchedule={schedule}
        onFileList={fileLists.length > 0 ? () => setFileList({ initial: null }) : undefined}
        above={
          <>
            {modeToggle}
            <CopilotNotice draft={copilot} />
            {open && messagingWindow.kind === 'closing' && (
              <WindowClosing minutes={messagingWindow.minutes} text={aboutWindow.closing} />
            )}
          </>
        }
        tools={
          <>
            {copilot.enabled && open && <CopilotButton draft={copilot} />}
            {openTemplates && (
              <TooltipIconButton label={translate('workspace.template.choose')} onClick={openTemplates}>
                <Template />
              </TooltipIconButton>
            )}
            {schedule && (
              <TooltipIconButton
                label={translate('schedules.action')}
                onClick={schedule}
                // where it has no room it is in the menu of the attachments
                sx={{ '@container chat (max-width: 600px)': { display: 'none' } }}
              >
                <Event />
              </TooltipIconButton>
            )}
          </>
        }
        closed={windowClosed && <WindowClosed texts={aboutWindow} onTemplate={openTemplates} />}
        below={
          <ComposerHints
            disabled={!open}
            kept={notOpen && text !== '' ? `workspace.composer.kept.${ticket.status}` : undefined}
          />
        }
      />
      {fileList && <FileListDialog ticket={ticket} {...fileList} onClose={() => setFileList(null)} />}
      {scheduling && (
        <RecordDialog
          resource="schedules"
          id={null}
          start={scheduleIn(ticket, text.trim())}
          onSaved={() => copilot.typed('')}
          onClose={() => setScheduling(false)}
        />
      )}
      {choosingTemplate && <TemplateDialog ticket={ticket} onClose={() => setChoosingTemplate(false)} />}
    </>
  );
}
