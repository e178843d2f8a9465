import { Box, Paper, Typography } from '@mui/material';
import { useId } from 'react';
import { TextInput, useGetOne, useRecordContext, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Announcement } from '../../../conversation/data/use-announcements';
import { AnnouncementView } from '../../../conversation/ui/announcements/announcement-view';
import { MediaButtons, mediaField, uploadMedia } from '../../../conversation/ui/forms/media-input';
import { inputProps } from '../../../schema/inputs/input-props';
import type { ResourceOverrides } from '../../../schema/overrides';
import type { InputProps } from '../../../schema/registry';
import { useLocalUrl } from '../../../shared/file-preview';

/** The picture that the record would have after saving: the chosen one, else the stored one. */
function usePicture(): string | null {
  const opened = useRecordContext();
  const { data } = useGetOne<Announcement>(
    'announcements',
    { id: opened?.id as number },
    { enabled: opened?.id !== undefined },
  );
  const chosen: unknown = useWatch({ name: mediaField });
  const local = useLocalUrl(chosen instanceof File ? chosen : null);
  if (chosen instanceof File) return local;
  return chosen === null ? null : (data?.mediaPath ?? null);
}

/** The text, the picture, and how both will be seen. */
function TextWithPreview(props: InputProps) {
  const translate = useTranslate();
  const pictureId = useId();
  const previewId = useId();
  const picture = usePicture();
  const [title, text] = useWatch({ name: ['title', props.source] }) as [unknown, unknown];
  const [shownTitle, shownText] = [String(title ?? ''), String(text ?? '')];
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TextInput {...inputProps(props)} multiline minRows={4} maxRows={14} />
      <Box role="group" aria-labelledby={pictureId} sx={{ display: 'grid', gap: 1 }}>
        <Typography id={pictureId} variant="subtitle2" sx={{ color: 'text.secondary' }}>
          {translate('content.announcements.picture')}
        </Typography>
        {!picture && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {translate('content.announcements.no_picture')}
          </Typography>
        )}
        <MediaButtons
          given={picture !== null}
          label={translate('content.announcements.picture')}
          accept=".png,.jpg,.jpeg"
        />
      </Box>
      <Box role="group" aria-labelledby={previewId}>
        <Typography id={previewId} variant="subtitle2" sx={{ color: 'text.secondary', mb: 1 }}>
          {translate('content.announcements.preview')}
        </Typography>
        <Paper variant="outlined" sx={{ p: 2 }}>
          {shownTitle === '' && shownText === '' && !picture ? (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {translate('content.announcements.preview_empty')}
            </Typography>
          ) : (
            <>
              <Typography variant="h3" component="p" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
                {shownTitle}
              </Typography>
              <AnnouncementView text={shownText} picture={picture} />
            </>
          )}
        </Paper>
      </Box>
    </Box>
  );
}

export const overrides: ResourceOverrides = {
  resource: 'announcements',
  inputs: { text: TextWithPreview },
  saved: (id, values) => uploadMedia(`/announcements/${id}/media-upload`, values, 'announcements'),
};
