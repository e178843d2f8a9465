import EditNote from '@mui/icons-material/EditNoteOutlined';
import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import { useOtherViewers } from '../../data/use-viewers';

/** Warns above the composer that colleagues are typing an answer too. */
export function ColleagueTyping({ ticketId }: { ticketId: number }) {
  const typing = useOtherViewers(ticketId).filter((viewer) => viewer.typing);
  return <TypingNames names={typing.map(({ name }) => name)} />;
}

/** Above the composer: who is typing. */
export function TypingNames({ names }: { names: readonly string[] }) {
  const translate = useTranslate();
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
      {translate('collaboration.writing', { smart_count: names.length, names: names.join(', ') })}
    </Box>
  );
}
