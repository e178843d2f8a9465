import { Autocomplete, Box, FormControlLabel, Switch, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useOwnPause } from './pause-mark';

const MAX_REASON = 60;
const reasons = ['lunch', 'coffee', 'meeting', 'training', 'personal'] as const;

export function PauseSwitch() {
  const translate = useTranslate();
  const { paused, pauseReason, busy, set } = useOwnPause();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? pauseReason ?? '';
  const tooLong = text.trim().length > MAX_REASON;
  function saveReason(reason: string) {
    const next = reason.trim();
    if (next.length > MAX_REASON || next === (pauseReason ?? '')) return;
    set({ paused: true, reason: next || null }, { onSuccess: () => setTyped(null) });
  }
  return (
    <Box sx={{ px: 2, py: 0.75 }}>
      <FormControlLabel
        control={
          <Switch
            checked={paused}
            disabled={busy}
            onChange={(_, checked) => {
              setTyped(null);
              set({ paused: checked });
            }}
          />
        }
        label={translate('presence.pause')}
      />
      {paused && (
        <Autocomplete
          freeSolo
          size="small"
          options={reasons.map((reason) => translate(`presence.reasons.${reason}`))}
          inputValue={text}
          clearText={translate('ra.action.clear_input_value')}
          onInputChange={(_, next, cause) => cause !== 'reset' && setTyped(next)}
          onChange={(_, next) => {
            setTyped(next ?? '');
            saveReason(next ?? '');
          }}
          onBlur={() => saveReason(text)}
          renderInput={(params) => (
            <TextField
              {...params}
              label={translate('presence.reason')}
              error={tooLong}
              helperText={tooLong && translate('presence.reason_long', { max: MAX_REASON })}
              sx={{ mt: 0.75, mb: 0.5 }}
            />
          )}
        />
      )}
    </Box>
  );
}
