import Mic from '@mui/icons-material/MicNoneOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { primaryButton } from '../send-button';
import type { Recorder } from './use-recorder';

/** In place of sending while there is nothing to send. */
export function MicButton({ recorder, disabled }: { recorder: Recorder; disabled: boolean }) {
  const translate = useTranslate();
  const button = useRef<HTMLButtonElement>(null);
  const returned = recorder.used && !disabled;
  useEffect(() => {
    // The buttons of the recording went with it, and the keyboard's place with them.
    if (returned && document.activeElement === document.body) button.current?.focus();
  }, [returned]);
  const label = translate('voice.record');
  return (
    <Tooltip title={label}>
      <span>
        <IconButton ref={button} aria-label={label} disabled={disabled} onClick={recorder.start} sx={primaryButton}>
          <Mic fontSize="large" />
        </IconButton>
      </span>
    </Tooltip>
  );
}
