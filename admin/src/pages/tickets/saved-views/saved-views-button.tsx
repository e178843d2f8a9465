import Bookmark from '@mui/icons-material/BookmarkBorderOutlined';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type ListFilters, readFilters, writeFilters } from '../../../conversation/model/list-filters';

const SavedViews = lazy(() => import('./saved-views'));

interface SavedViewsButtonProps {
  filters: ListFilters;
  onApply: (filters: ListFilters) => void;
}

/** Tab and filters that were kept under a name, and keeping the present ones. */
export function SavedViewsButton({ filters, onApply }: SavedViewsButtonProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = translate('list.views.open');
  const close = () => setAnchor(null);
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          size="small"
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Bookmark fontSize="small" />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': label, sx: { width: 300, maxWidth: 'calc(100vw - 32px)' } },
        }}
      >
        <Suspense>
          <SavedViews
            query={writeFilters('', filters)}
            onPick={(query) => {
              close();
              onApply(readFilters(query));
            }}
          />
        </Suspense>
      </Popover>
    </>
  );
}
