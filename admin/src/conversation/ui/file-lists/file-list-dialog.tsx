import { Autocomplete, Box, Paper, TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'react-admin';
import { errorText } from '../../../shared/error-text';
import { FormDialog } from '../../../shared/form-dialog';
import { formatBytes } from '../../../shared/format';
import { useLoadFailure } from '../../../shared/media';
import { MediaIcon } from '../../../shared/media-icon';
import { post } from '../../data/api';
import { cacheMessage } from '../../data/cache';
import { newId } from '../../data/store-helpers';
import { type FileList, useFileLists } from '../../data/use-file-lists';
import { fillVariables } from '../../model/quick-message';
import type { Message, Ticket } from '../../model/types';
import { FormattedText } from '../messages/formatted-text';

type Option = FileList['options'][number];

/** A file as the customer gets it; pictures are shown, the rest is named. */
function FileItem({ option: { name, mediaName, mediaType, mediaSize, path } }: { option: Option }) {
  const locale = useLocale();
  const { failed, onError } = useLoadFailure(path);
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      {path && !failed && mediaType?.startsWith('image/') ? (
        <Box
          component="img"
          src={path}
          alt=""
          onError={onError}
          sx={{ width: 48, height: 48, flex: 'none', objectFit: 'cover', borderRadius: '8px' }}
        />
      ) : (
        <Box
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 48,
            height: 48,
            flex: 'none',
            borderRadius: '8px',
            color: 'primary.main',
            bgcolor: 'atende.priSoft',
          }}
        >
          <MediaIcon mime={mediaType} />
        </Box>
      )}
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{mediaName}</Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {[name !== mediaName && name, formatBytes(mediaSize ?? 0, locale)].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
    </Box>
  );
}

function Preview({ list, ticket }: { list: FileList; ticket: Ticket }) {
  const translate = useTranslate();
  const uploaded = list.options.filter(({ path }) => path !== null);
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="subtitle2" component="h3" sx={{ color: 'text.secondary' }}>
        {translate('content.files.will_send')}
      </Typography>
      <Paper variant="outlined" sx={{ p: 1.5, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <FormattedText text={fillVariables(list.message, ticket)} />
        </Box>
        {uploaded.length > 0 && (
          <Box
            component="ol"
            aria-label={translate('content.files.count', { smart_count: uploaded.length })}
            sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
          >
            {uploaded.map((option) => (
              <FileItem key={option.id} option={option} />
            ))}
          </Box>
        )}
        {uploaded.length === 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {translate('content.files.no_files')}
          </Typography>
        )}
      </Paper>
    </Box>
  );
}

interface FileListDialogProps {
  ticket: Ticket;
  /** null lets the user choose first. */
  initial: FileList | null;
  onClose: () => void;
}

/** Shows what will be sent, and sends it in one request. */
export default function FileListDialog({ ticket, initial, onClose }: FileListDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { data: lists = [] } = useFileLists(true);
  const [chosen, setChosen] = useState(initial);
  // a repeated attempt is the same sending
  const [attempt, setAttempt] = useState(newId);
  const sending = useMutation({
    networkMode: 'always',
    mutationFn: (fileListId: number) =>
      post<Message[]>(`/messages/${ticket.id}`, { fileListId, clientMessageId: attempt }),
    onSuccess(messages) {
      for (const message of messages) cacheMessage(message, true);
      onClose();
    },
    onError: (error) => notify(errorText(error), { type: 'error' }),
  });
  return (
    <FormDialog
      title={translate('content.files.send_title')}
      submit={translate('content.files.send')}
      busy={sending.isPending}
      onSubmit={() => chosen && sending.mutate(chosen.id)}
      onClose={onClose}
    >
      <Autocomplete
        options={lists}
        value={chosen}
        openOnFocus={initial === null}
        getOptionKey={({ id }) => id}
        getOptionLabel={({ name }) => name}
        isOptionEqualToValue={(option, value) => option.id === value.id}
        onChange={(_, next) => {
          setChosen(next);
          setAttempt(newId());
        }}
        renderInput={(params) => (
          <TextField {...params} label={translate('content.files.choose_list')} autoFocus={initial === null} required />
        )}
      />
      {chosen && <Preview list={chosen} ticket={ticket} />}
    </FormDialog>
  );
}
