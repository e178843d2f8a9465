import Mic from '@mui/icons-material/MicNoneOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import { primaryButton } from '../send-button';
import type { Recorder } from './use-recorder';

/** In place of sending while there is nothing to send. */
export function MicButton({ recorder, disabled }: { recorder: Recorder; disabled: boolean }) {
  const translate = useTranslate();
  const label = translate('voice.record');
  return (
    <Tooltip title={label}>
      <span>
        <IconButton data-mic aria-label={label} disabled={disabled} onClick={recorder.start} sx={primaryButton}>
          <Mic fontSize="large" />
        </IconButton>
      </span>
    </Tooltip>
  );
}
