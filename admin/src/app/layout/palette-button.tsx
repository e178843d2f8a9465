import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import { openOverlay } from '../overlays/overlay-store';
import { shortcuts } from '../shortcuts/catalogue';
import { KeyCaps } from '../shortcuts/key-caps';

/** The palette for those who do not know its keys. */
export function PaletteButton() {
  const translate = useTranslate();
  const label = translate('shell.shortcuts.palette');
  return (
    <Tooltip
      title={
        <>
          {label} <KeyCaps keys={shortcuts.palette.keys} />
        </>
      }
    >
      <IconButton
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => openOverlay('palette')}
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      >
        <Search />
      </IconButton>
    </Tooltip>
  );
}
