import Bookmark from '@mui/icons-material/BookmarkBorderOutlined';
import { Popover } from '@mui/material';
import { type ComponentProps, useState } from 'react';
import { useTranslate } from 'react-admin';
import { lazyComponent } from '../../../shared/lazy-component';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';

const SavedViews = lazyComponent(() => import('./saved-views'));

/** Opens the views that the user keeps of a page. */
export function SavedViewsButton({ onPick, ...views }: ComponentProps<typeof SavedViews>) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = translate('list.views.open');
  const close = () => setAnchor(null);
  return (
    <>
      <TooltipIconButton
        label={label}
        size="small"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Bookmark fontSize="small" />
      </TooltipIconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': label, sx: { width: 300, maxWidth: 'calc(100vw - 32px)' } },
        }}
      >
        <SavedViews
          {...views}
          onPick={(query) => {
            close();
            onPick(query);
          }}
        />
      </Popover>
    </>
  );
}
