import AutoAwesome from '@mui/icons-material/AutoAwesomeOutlined';
import { CircularProgress } from '@mui/material';
import { useEffectEvent } from 'react';
import { useTranslate } from 'react-admin';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { useCopilot } from '../../data/use-copilot';

interface SummaryButtonProps {
  ticketId: number;
  text: string;
  onText: (text: string) => void;
}

/** Puts a summary of the conversation below what the field of a note holds. */
export function SummaryButton({ ticketId, text, onText }: SummaryButtonProps) {
  const translate = useTranslate();
  const { enabled, busy, write } = useCopilot(ticketId);
  const append = useEffectEvent((summary: string) => onText([text.trim(), summary].filter(Boolean).join('\n')));
  if (!enabled) return null;
  return (
    <TooltipIconButton
      label={translate('assistant.copilot.summary')}
      disabled={busy}
      aria-busy={busy}
      onClick={() => void write('summary', '', (summary) => append(summary))}
    >
      {busy ? <CircularProgress size={22} aria-label={translate('assistant.copilot.busy')} /> : <AutoAwesome />}
    </TooltipIconButton>
  );
}
