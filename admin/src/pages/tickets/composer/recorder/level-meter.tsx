import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import { Bars } from '../../chat/audio/bars';
import { meterOf } from '../../chat/audio/waveform';

const SHOWN = 48;

/** How loud the last seconds were, the newest at the right. */
export function LevelMeter({ levels }: { levels: readonly number[] }) {
  const translate = useTranslate();
  const { palette } = useTheme();
  const heights = levels.map(meterOf);
  return (
    <Box
      role="meter"
      aria-label={translate('voice.level')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((heights.at(-1) ?? 0) * 100)}
      sx={{ position: 'relative', flex: 1, minWidth: 0, height: 32 }}
    >
      <Bars
        heights={[...Array.from({ length: SHOWN - heights.length }, () => 0), ...heights]}
        color={palette.primary.main}
      />
    </Box>
  );
}
