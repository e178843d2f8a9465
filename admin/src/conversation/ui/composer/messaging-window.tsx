import HourglassBottom from '@mui/icons-material/HourglassBottomOutlined';
import { Box, Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import { remaining, type WindowState, windowState } from '../../model/ticket-rules';

const TICK_MS = 15_000;

/** The state of the messaging window, live. */
export function useMessagingWindow(until: string | null): WindowState {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return;
    const timer = window.setInterval(() => setNow(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, [until]);
  // `until` may be newer than the last tick
  return windowState(until, now);
}

interface Texts {
  closing: string;
  closed: string;
  message: string;
}

/** Of a window of 24 hours, after which templates may be sent. */
const withTemplates: Texts = {
  closing: 'workspace.window.closing',
  closed: 'workspace.window.closed',
  message: 'workspace.window.closed_message',
};
/** Where only the customer opens it again. */
const withoutTemplates: Texts = {
  closing: 'workspace.window.answer_closing',
  closed: 'workspace.window.answer_closed',
  message: 'workspace.window.answer_closed_message',
};

/** What is said about the messaging window of a channel. */
export const windowTexts = (templates: boolean): Texts => (templates ? withTemplates : withoutTemplates);

/** Time left in the messaging window. */
export function WindowClosing({ minutes, text }: { minutes: number; text: string }) {
  const translate = useTranslate();
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        pb: 0.75,
        pl: 0.5,
        fontSize: textSize.caption,
        color: 'atende.warn',
      }}
    >
      <HourglassBottom aria-hidden fontSize="mini" />
      {translate(text, { time: remaining(minutes) })}
    </Box>
  );
}

/** Replaces the field after the messaging window has closed: nothing but templates may be sent. */
export function WindowClosed({ texts, onTemplate }: { texts: Texts; onTemplate: (() => void) | undefined }) {
  const translate = useTranslate();
  return (
    <Box
      role="group"
      aria-label={translate(texts.closed)}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        px: 1.75,
        py: 1.25,
        mb: 0.5,
        borderRadius: '14px',
        bgcolor: 'atende.note',
        border: 1,
        borderColor: 'atende.noteLine',
      }}
    >
      <HourglassBottom aria-hidden fontSize="large" sx={{ color: 'atende.warn' }} />
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Box sx={{ fontWeight: 600 }}>{translate(texts.closed)}</Box>
        <Box sx={{ fontSize: textSize.caption, color: 'text.secondary' }}>{translate(texts.message)}</Box>
      </Box>
      {onTemplate && (
        <Button variant="contained" onClick={onTemplate} sx={{ flex: 'none' }}>
          {translate('workspace.template.choose')}
        </Button>
      )}
    </Box>
  );
}
