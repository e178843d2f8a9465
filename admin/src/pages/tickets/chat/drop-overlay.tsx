import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';

/** Says that the files may be let go of. */
export function DropOverlay() {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 8,
        zIndex: 5,
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 1,
        border: '2px dashed',
        borderColor: 'primary.main',
        borderRadius: '14px',
        color: 'primary.main',
        fontWeight: 600,
        bgcolor: (theme) => `color-mix(in srgb, ${theme.palette.background.paper} 88%, transparent)`,
        pointerEvents: 'none',
      }}
    >
      <UploadFile aria-hidden fontSize="huge" />
      {translate('workspace.chat.drop')}
    </Box>
  );
}
