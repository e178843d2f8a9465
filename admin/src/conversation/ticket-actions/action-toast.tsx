import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useShortcut } from '../../app/shortcuts/use-shortcut';
import { useCloseToast } from '../../app/toast-context';
import { textSize } from '../../shared/type-scale';

const MAX_REFUSALS = 3;

interface ActionToastProps {
  /** Empty when nothing was done. */
  text: string;
  refused: readonly { name: string; refusal: { message: string } }[];
  onUndo: (() => void) | null;
}

/** The outcome of an action on many conversations: how many, which were refused and why, and undo. */
export function ActionToast({ text, refused, onUndo }: ActionToastProps) {
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
