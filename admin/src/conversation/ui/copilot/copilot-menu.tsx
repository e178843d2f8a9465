import AutoAwesome from '@mui/icons-material/AutoAwesomeOutlined';
import { Box, Button, CircularProgress, Menu, MenuItem } from '@mui/material';
import { useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { textSize } from '../../../shared/type-scale';
import { type CopilotAction, useCopilot } from '../../data/use-copilot';

interface CopilotDraftOptions {
  ticketId: number;
  text: string;
  onText: (text: string) => void;
  onWritten: () => void;
}

/** A draft that the assistant may replace, with the one before. */
export function useCopilotDraft({ ticketId, text, onText, onWritten }: CopilotDraftOptions) {
  const { enabled, busy, write } = useCopilot(ticketId);
  const [last, setLast] = useState<{ former: string; written: string } | null>(null);
  // what was typed meanwhile comes back by undo
  const replace = useEffectEvent((written: string) => {
    setLast({ former: text, written });
    onText(written);
    onWritten();
  });
  return {
    enabled,
    busy,
    hasDraft: text.trim() !== '',
    /** Whether the draft is the assistant's. */
    written: last !== null,
    /** Not once it was edited, which undoing would lose. */
    undoable: last?.written === text,
    ask: (action: CopilotAction) => void write(action, text, (written) => replace(written)),
    undo: () => {
      onText(last?.former ?? '');
      setLast(null);
      onWritten();
    },
    /** A draft that was sent or emptied has nothing to go back to. */
    typed: (next: string) => {
      if (next === '') setLast(null);
      onText(next);
    },
  };
}

type CopilotDraft = ReturnType<typeof useCopilotDraft>;

const rewrites = ['shorter', 'friendlier', 'translate'] as const;

/** Suggests a reply, or rewrites the draft. */
export function CopilotButton({ draft }: { draft: CopilotDraft }) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (action: CopilotAction) => () => {
    setAnchor(null);
    draft.ask(action);
  };
  return (
    <>
      <TooltipIconButton
        label={translate('assistant.copilot.title')}
        disabled={draft.busy}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-busy={draft.busy}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {draft.busy ? <CircularProgress size={22} aria-label={translate('assistant.copilot.busy')} /> : <AutoAwesome />}
      </TooltipIconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <MenuItem onClick={choose('reply')}>{translate('assistant.copilot.reply')}</MenuItem>
        {rewrites.map((action) => (
          <MenuItem key={action} disabled={!draft.hasDraft} onClick={choose(action)}>
            {translate(`assistant.copilot.${action}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** Says whose text the draft is, and brings back the one before. */
export function CopilotNotice({ draft }: { draft: CopilotDraft }) {
  const translate = useTranslate();
  if (!draft.written) return null;
  return (
    <Box
      role="status"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 0.5, pb: 0.5, fontSize: textSize.caption }}
    >
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {translate('assistant.copilot.review')}
      </Box>
      {draft.undoable && (
        <Button size="small" onClick={draft.undo}>
          {translate('assistant.copilot.undo')}
        </Button>
      )}
    </Box>
  );
}
