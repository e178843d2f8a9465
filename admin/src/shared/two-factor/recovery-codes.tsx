import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import { Alert, Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useCopyText } from '../use-copy-text';

/** Codes that stand in for the app, which are shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const translate = useTranslate();
  const copy = useCopyText();
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Alert severity="warning">{translate('account.two_factor.codes_lead')}</Alert>
      <Box
        component="ul"
        aria-label={translate('account.two_factor.codes')}
        sx={{
          m: 0,
          p: 1.5,
          listStyle: 'none',
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(170px, 1fr))',
          gap: 0.75,
          border: 1,
          borderColor: 'divider',
          borderRadius: '10px',
          fontFamily: 'monospace',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Button
        variant="outlined"
        startIcon={<ContentCopy />}
        onClick={() => void copy(codes.join('\n'))}
        sx={{ justifySelf: 'start' }}
      >
        {translate('account.two_factor.copy_codes')}
      </Button>
    </Box>
  );
}
