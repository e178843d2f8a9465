import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { useTranslate } from 'react-admin';
import { useSessionUser } from '../../providers/session-user';
import { dotted, FittingLine } from '../../shared/fitting-line';
import { preferences, usePreference } from '../../shared/preferences';
import { textSize } from '../../shared/type-scale';

/** Keyboard hints and the signature switch. */
export function ComposerHints({ disabled }: { disabled: boolean }) {
  const translate = useTranslate();
  const { name } = useSessionUser();
  const [sign, setSign] = usePreference(preferences.signOption);
  const hint = translate('workspace.composer.hint');
  const signed = translate('workspace.composer.sign', { name });
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        pl: 0.5,
        pt: 0.25,
        fontSize: textSize.caption,
        color: 'atende.faint',
      }}
    >
      <Box sx={{ flex: '1 1 0', minWidth: 0, '@container chat (max-width: 420px)': { display: 'none' } }}>
        <FittingLine title={hint} parts={dotted(hint.split(' · '))} />
      </Box>
      <Box
        component="label"
        title={signed}
        sx={{ display: 'flex', alignItems: 'center', ml: 'auto', minWidth: 0, whiteSpace: 'nowrap', cursor: 'pointer' }}
      >
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{signed}</span>
        <Switch
          checked={sign}
          disabled={disabled}
          onChange={(_, checked) => setSign(checked)}
          sx={{ transform: 'scale(0.86)' }}
        />
      </Box>
    </Box>
  );
}
