import { Chip, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Picture } from '../../../shared/media';
import { FormattedText } from '../messages/formatted-text';

/** The mark of an announcement of high priority. */
export function HighPriority() {
  const translate = useTranslate();
  return <Chip size="small" color="error" variant="outlined" label={translate('content.announcements.high')} />;
}

interface AnnouncementViewProps {
  text: string;
  /** null: none. */
  picture: string | null;
}

/** Picture and text of an announcement, as its readers see them. */
export function AnnouncementView({ text, picture }: AnnouncementViewProps) {
  return (
    <>
      {picture && (
        <Picture
          src={picture}
          label=""
          sx={{ display: 'block', maxWidth: '100%', maxHeight: 320, borderRadius: '12px', mb: 2 }}
        />
      )}
      <Typography component="div" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', lineHeight: 1.6 }}>
        <FormattedText text={text} />
      </Typography>
    </>
  );
}
