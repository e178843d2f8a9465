import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useShortcut } from '../../shared/shortcuts/use-shortcut';
import { useCloseToast } from '../../shared/toasts';
import { textSize } from '../../shared/type-scale';
import type { ActionResult } from './use-ticket-action-runner';

const MAX_REFUSALS = 3;

/** One that was refused, by its name. */
export interface RefusedTicket {
  name: string;
  refusal: NonNullable<ActionResult['refusal']>;
}

interface BulkToastProps {
  /** What was done; empty when nothing was. */
  text: string;
  refused: readonly RefusedTicket[];
  onUndo: (() => void) | null;
}

/** What came of an act on many: how many, who was refused and why, and the way back. */
export function ActionToast({ text, refused, onUndo }: BulkToastProps) {
  const translate = useTranslate();
  const close = useCloseToast();
  const more = refused.length - MAX_REFUSALS;
  const undo = () => {
    close();
    onUndo?.();
  };
  useShortcut('undo', undo, onUndo !== null);
  return (
    <Box sx={{ display: 'flex', alignItems: refused.length > 0 ? 'flex-start' : 'center', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {text && <div>{text}</div>}
        {refused.length > 0 && (
          <Box
            component="ul"
            sx={{ m: 0, pl: 0, listStyle: 'none', fontSize: textSize.small, color: 'text.secondary' }}
          >
            {refused.slice(0, MAX_REFUSALS).map(({ name, refusal }, index) => (
              <li key={index}>
                <b>{name}</b>: {refusal.message}
              </li>
            ))}
            {more > 0 && <li>{translate('list.bulk.more', { smart_count: more })}</li>}
          </Box>
        )}
      </Box>
      {onUndo && (
        <Button
          size="small"
          aria-keyshortcuts="Alt+Z"
          sx={{ flex: 'none', my: '-5px', color: 'primary.main' }}
          onClick={undo}
        >
          {translate('list.bulk.undo')}
        </Button>
      )}
    </Box>
  );
}
