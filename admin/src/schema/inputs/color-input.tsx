import { Box, ButtonBase, InputAdornment, Popover, TextField } from '@mui/material';
import { useState } from 'react';
import { InputHelperText, useInput, useTranslate } from 'react-admin';
import { HexColorPicker } from 'react-colorful';
import type { InputProps } from '../registry';
import { inputProps } from './input-props';
import { presetColours } from './palette';

interface PaletteProps {
  value: string;
  onChange: (color: string) => void;
  onPick: (color: string) => void;
}

function Palette({ value, onChange, onPick }: PaletteProps) {
  const translate = useTranslate();
  return (
    <Box sx={{ p: 1.75, display: 'grid', gap: 1.5 }}>
      <Box
        role="group"
        aria-label={translate('app.form.preset_colors')}
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, 28px)', gap: 0.75 }}
      >
        {presetColours.map(({ value: color, hue, tone }) => (
          <ButtonBase
            key={color}
            title={translate(`app.form.tone.${tone}`, { hue: translate(`app.form.hue.${hue}`) })}
            aria-label={translate(`app.form.tone.${tone}`, { hue: translate(`app.form.hue.${hue}`) })}
            aria-pressed={color === value.toLowerCase()}
            onClick={() => onPick(color)}
            sx={{
              width: 28,
              height: 28,
              borderRadius: '8px',
              backgroundColor: color,
              '&[aria-pressed=true]': {
                boxShadow: ({ palette }) => `0 0 0 2px ${palette.background.paper}, 0 0 0 4px ${palette.primary.main}`,
              },
            }}
          />
        ))}
      </Box>
      <Box sx={{ '& .react-colorful': { width: '100%', height: 150 } }}>
        <HexColorPicker color={value} onChange={onChange} />
      </Box>
    </Box>
  );
}

/** A colour as text, with a swatch that opens preset colours and a picker. */
export function ColorInput(props: InputProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { id, field, fieldState, isRequired } = useInput({ ...inputProps(props), defaultValue: '' });
  const value = typeof field.value === 'string' ? field.value : '';
  const close = () => setAnchor(null);
  return (
    <>
      <TextField
        id={id}
        {...field}
        value={value}
        label={props.view.label}
        required={isRequired}
        disabled={props.view.readOnly}
        error={fieldState.invalid}
        helperText={<InputHelperText error={fieldState.error?.message} helperText={props.view.help ?? false} />}
        fullWidth
        slotProps={{
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <ButtonBase
                  aria-label={translate('app.form.choose_color')}
                  aria-haspopup="dialog"
                  disabled={props.view.readOnly}
                  onClick={(event) => setAnchor(event.currentTarget)}
                  sx={{
                    width: 26,
                    height: 26,
                    ml: '-4px',
                    borderRadius: '8px',
                    border: 1,
                    borderColor: 'divider',
                    backgroundColor: value || 'background.default',
                  }}
                />
              </InputAdornment>
            ),
          },
        }}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': translate('app.form.choose_color'), sx: { mt: 1 } } }}
      >
        <Palette
          value={value}
          onChange={field.onChange}
          onPick={(color) => {
            field.onChange(color);
            close();
          }}
        />
      </Popover>
    </>
  );
}
