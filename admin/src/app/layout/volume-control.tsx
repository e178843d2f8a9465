import VolumeOff from '@mui/icons-material/VolumeOffOutlined';
import VolumeUp from '@mui/icons-material/VolumeUpOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { lazy, useState } from 'react';
import { useTranslate } from 'react-admin';
import { preferences, usePreference } from '../../shared/preferences';
import { Later } from '../later';

const VolumePopover = lazy(() => import('./volume-popover'));

export function VolumeControl() {
  const translate = useTranslate();
  const [volume] = usePreference(preferences.volume);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = translate('app.layout.volume');
  const Icon = volume === 0 ? VolumeOff : VolumeUp;
  const close = () => setAnchor(null);
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon />
        </IconButton>
      </Tooltip>
      {anchor && (
        <Later onFailed={close}>
          <VolumePopover anchor={anchor} onClose={close} />
        </Later>
      )}
    </>
  );
}
