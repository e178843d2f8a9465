import EditNote from '@mui/icons-material/EditNoteOutlined';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import { useColleagues } from '../data/use-viewers';

/** Says above the field that a colleague is writing an answer too. */
export function TypingLine({ ticketId }: { ticketId: number }) {
  const translate = useTranslate();
  const names = useColleagues(ticketId)
    .filter(({ typing }) => typing)
    .map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Box
      aria-hidden
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        px: { xs: 1.5, md: 2.5 },
        py: 0.5,
        fontSize: textSize.caption,
        fontWeight: 500,
        color: 'primary.main',
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <EditNote fontSize="small" />
      {translate('together.writing', { smart_count: names.length, names: names.join(', ') })}
    </Box>
  );
}
