import Search from '@mui/icons-material/SearchOutlined';
import Sync from '@mui/icons-material/SyncOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import InputAdornment from '@mui/material/InputAdornment';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { ListPage } from '../../providers/api-types';
import { EmptyState } from '../../shared/empty-state';
import { textSize } from '../../shared/type-scale';
import { useDebounced } from '../../shared/use-debounced';
import { useTask } from '../../shared/use-task';
import { get, post } from '../data/api';
import { queryKeys } from '../data/query-keys';
import { useCurrentUser } from '../data/use-current-user';
import type { Template } from '../model/template';
import { plainText } from '../model/text-format';

const MINUTE_MS = 60_000;
/** A job copies the templates: its result is fetched a few times. */
const REFETCH_AFTER_MS = [1500, 4000, 10_000];

function useTemplates(connectionId: number, search: string) {
  return useQuery({
    queryKey: queryKeys.templates(connectionId, search),
    queryFn: ({ signal }) =>
      get<ListPage<'TemplatesController_list'>>(
        `/whatsapp/${connectionId}/templates`,
        { searchParam: search, pageNumber: '1' },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
  });
}

/** For admins; undefined for others. */
function useSyncTemplates(connectionId: number): { busy: boolean; start: () => void } | undefined {
  const client = useQueryClient();
  const notify = useNotify();
  const { profile } = useCurrentUser();
  const { busy, run } = useTask();
  if (profile !== 'admin') return undefined;
  const refetch = () => void client.invalidateQueries({ queryKey: ['workspace', 'templates', connectionId] });
  const start = async () => {
    await post(`/whatsapp/${connectionId}/templates/sync`);
    notify('workspace.template.syncing', { type: 'info' });
    for (const after of REFETCH_AFTER_MS) window.setTimeout(refetch, after);
  };
  return { busy, start: () => void run(start) };
}

interface TemplateListProps {
  connectionId: number;
  onChoose: (template: Template) => void;
}

function TemplateRow({ template, onChoose }: { template: Template; onChoose: () => void }) {
  const translate = useTranslate();
  const { name, language, sendable, body } = template;
  return (
    <ListItemButton disabled={!sendable} onClick={onChoose} sx={{ display: 'block', borderRadius: '10px', py: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Box component="b" sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        <Box component="span" sx={{ fontSize: textSize.caption, color: 'text.secondary', flex: 'none' }}>
          {language}
        </Box>
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

export function TemplateList({ connectionId, onChoose }: TemplateListProps) {
  const translate = useTranslate();
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim(), 300);
  const { data, error } = useTemplates(connectionId, wanted);
  const sync = useSyncTemplates(connectionId);
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
        {sync && (
          <Button startIcon={<Sync />} onClick={sync.start} loading={sync.busy} sx={{ flex: 'none' }}>
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
