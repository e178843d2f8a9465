import ArrowBack from '@mui/icons-material/ArrowBack';
import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/SearchOutlined';
import Sync from '@mui/icons-material/SyncOutlined';
import {
  Box,
  Button,
  Dialog,
  DialogContent,
  DialogTitle,
  IconButton,
  InputAdornment,
  List,
  ListItemButton,
  Skeleton,
  TextField,
  useMediaQuery,
  useTheme,
} from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { ListPage } from '../../../providers/api-types';
import { refetch } from '../../../providers/query-client';
import { useSessionUser } from '../../../providers/session-user';
import { EmptyState } from '../../../shared/empty-state';
import { textSize } from '../../../shared/type-scale';
import { useDebounced } from '../../../shared/use-debounced';
import { useTask } from '../../../shared/use-task';
import { get, post } from '../../data/api';
import type { Template } from '../../model/template';
import { plainText } from '../../model/text-format';
import type { Ticket } from '../../model/types';
import { TemplateForm } from './template-form';

const MINUTE_MS = 60_000;
/** A job copies the templates: its result is fetched a few times. */
const REFETCH_AFTER_MS = [1500, 4000, 10_000];

function TemplateRow({ template, onChoose }: { template: Template; onChoose: () => void }) {
  const translate = useTranslate();
  const { name, language, sendable, body, quality } = template;
  return (
    <ListItemButton disabled={!sendable} onClick={onChoose} sx={{ display: 'block', borderRadius: '10px', py: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Box component="b" sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        <Box component="span" sx={{ fontSize: textSize.caption, color: 'text.secondary', flex: 'none' }}>
          {language}
        </Box>
        {(quality === 'YELLOW' || quality === 'RED') && (
          <Box component="span" sx={{ fontSize: textSize.caption, color: 'warning.main', flex: 'none' }}>
            {translate('connections.quality')}: {translate(`connections.quality_of.${quality}`, { _: quality })}
          </Box>
        )}
      </Box>
      <Box
        sx={{
          fontSize: textSize.small,
          color: 'text.secondary',
          overflow: 'hidden',
          display: '-webkit-box',
          WebkitLineClamp: 2,
          WebkitBoxOrient: 'vertical',
        }}
      >
        {sendable ? plainText(body.text) : translate('workspace.template.unsupported')}
      </Box>
    </ListItemButton>
  );
}

interface TemplateListProps {
  connectionId: number;
  onChoose: (template: Template) => void;
}

function TemplateList({ connectionId, onChoose }: TemplateListProps) {
  const translate = useTranslate();
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim(), 300);
  const queryKey = ['workspace', 'templates', connectionId];
  const { data, error } = useQuery({
    queryKey: [...queryKey, wanted],
    queryFn: ({ signal }) =>
      get<ListPage<'TemplatesController_list'>>(
        `/whatsapp/${connectionId}/templates`,
        { searchParam: wanted, pageNumber: '1' },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
  });
  const notify = useNotify();
  const { profile } = useSessionUser();
  const { busy, run } = useTask();
  async function sync() {
    await post(`/whatsapp/${connectionId}/templates/sync`);
    notify('workspace.template.syncing', { type: 'info' });
    for (const after of REFETCH_AFTER_MS) window.setTimeout(() => refetch(queryKey), after);
  }
  const label = translate('workspace.template.search');
  return (
    <DialogContent sx={{ display: 'grid', gap: 1, alignContent: 'start', minHeight: 320 }}>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <TextField
          fullWidth
          autoFocus
          value={search}
          placeholder={label}
          onChange={(event) => setSearch(event.target.value)}
          slotProps={{
            htmlInput: { 'aria-label': label, maxLength: 200 },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <Search fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
        {profile === 'admin' && (
          <Button startIcon={<Sync />} onClick={() => void run(sync)} loading={busy} sx={{ flex: 'none' }}>
            {translate('workspace.template.sync')}
          </Button>
        )}
      </Box>
      {!data && !error && <Skeleton variant="rounded" height={180} />}
      {error !== null && !data && <EmptyState title={translate('workspace.template.failed')} />}
      {data?.templates.length === 0 && (
        <EmptyState
          title={translate(wanted === '' ? 'workspace.template.empty' : 'workspace.template.not_found')}
          message={wanted === '' ? translate('workspace.template.empty_message') : undefined}
        />
      )}
      {data && data.templates.length > 0 && (
        <List disablePadding aria-label={translate('workspace.template.title')}>
          {data.templates.map((template) => (
            <li key={template.id}>
              <TemplateRow template={template} onChoose={() => onChoose(template)} />
            </li>
          ))}
        </List>
      )}
      {data?.hasMore && (
        <Box sx={{ fontSize: textSize.caption, color: 'text.secondary', px: 2 }}>
          {translate('workspace.template.more')}
        </Box>
      )}
    </DialogContent>
  );
}

export default function TemplateDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const translate = useTranslate();
  const small = useMediaQuery(useTheme().breakpoints.down('sm'));
  const titleId = useId();
  const [chosen, setChosen] = useState<Template | null>(null);
  return (
    <Dialog
      open
      fullWidth
      fullScreen={small}
      maxWidth={chosen ? 'md' : 'sm'}
      onClose={onClose}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        {chosen && (
          <IconButton edge="start" aria-label={translate('workspace.template.back')} onClick={() => setChosen(null)}>
            <ArrowBack />
          </IconButton>
        )}
        <span style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {chosen?.name ?? translate('workspace.template.title')}
        </span>
        <IconButton edge="end" aria-label={translate('ra.action.close')} onClick={onClose}>
          <Close />
        </IconButton>
      </DialogTitle>
      {chosen ? (
        <TemplateForm key={chosen.id} ticket={ticket} template={chosen} onDone={onClose} />
      ) : (
        <TemplateList connectionId={ticket.whatsappId} onChoose={setChosen} />
      )}
    </Dialog>
  );
}
