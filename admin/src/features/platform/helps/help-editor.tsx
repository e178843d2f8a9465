import OndemandVideo from '@mui/icons-material/OndemandVideoOutlined';
import { Box, Button, LinearProgress, Link, Paper, TableContainer, TextField, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ApiError, api } from '../../../providers/http';
import { DeleteDialog } from '../../../schema/list/row-actions';
import type { FieldView, ResourceView } from '../../../schema/types';
import { EmptyState } from '../../../shared/empty-state';
import { errorText } from '../../../shared/error-text';
import { type Help, useHelps } from '../../../shared/helps';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';
import { RowTable } from '../../../shared/row-table';

type Draft = Pick<Help, 'title' | 'video' | 'description'> & { id?: number };
const blank: Draft = { title: '', video: '', description: '' };
const names = ['title', 'video', 'description'] as const;

interface EditorProps {
  view: ResourceView;
  draft: Draft;
  titleField: RefObject<HTMLInputElement | null>;
  onDraft: (draft: Draft) => void;
  onDelete: () => void;
}

/** Title, video and description, with clear, delete and save (spec 002 §2). */
function Editor({ view, draft, titleField, onDraft, onDelete }: EditorProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const [refused, setRefused] = useState<{ draft: Draft; fields: Readonly<Record<string, string>> } | null>(null);
  const errors = refused && refused.draft.id === draft.id ? refused.fields : {};
  const save = useMutation({
    networkMode: 'always',
    mutationFn: ({ id, ...body }: Draft) =>
      api<Help>(id === undefined ? '/helps' : `/helps/${id}`, { method: id === undefined ? 'POST' : 'PUT', body }),
    onSuccess() {
      notify('app.success', { type: 'success' });
      void client.invalidateQueries({ queryKey: [view.path] });
      clear();
    },
    onError(error) {
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isRefused) setRefused({ draft, fields: error.fields ?? {} });
      // one sentence for every refusal (spec 002 §8)
      notify(isRefused ? 'content.help.not_saved' : errorText(error), { type: 'error' });
    },
  });
  function clear() {
    onDraft(blank);
    setRefused(null);
    titleField.current?.focus();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(draft);
  }
  const field = (name: (typeof names)[number]): FieldView | undefined =>
    view.form.create.find((each) => each.name === name);
  return (
    <Paper
      component="form"
      variant="outlined"
      noValidate
      onSubmit={submit}
      aria-label={translate(draft.id === undefined ? 'content.help.new' : 'content.help.edit')}
      sx={{
        flex: 'none',
        display: 'grid',
        gap: 2,
        p: 2,
        mb: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 1fr)' },
      }}
    >
      {names.map((name) => (
        <TextField
          key={name}
          label={field(name)?.label}
          required={field(name)?.required}
          value={draft[name]}
          inputRef={name === 'title' ? titleField : undefined}
          error={errors[name] !== undefined}
          helperText={errors[name] ?? field(name)?.help}
          multiline={name === 'description'}
          minRows={name === 'description' ? 2 : undefined}
          maxRows={8}
          onChange={(event) => onDraft({ ...draft, [name]: event.target.value })}
          sx={{ gridColumn: name === 'description' ? '1 / -1' : undefined }}
        />
      ))}
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1 }}>
        <Button onClick={clear}>{translate('content.help.clear')}</Button>
        {draft.id !== undefined && (
          <Button color="error" onClick={onDelete}>
            {translate('content.help.delete')}
          </Button>
        )}
        <Button type="submit" variant="contained" loading={save.isPending}>
          {translate('content.help.save')}
        </Button>
      </Box>
    </Paper>
  );
}

interface HelpTableProps {
  view: ResourceView;
  helps: readonly Help[];
  selected: number | undefined;
  onSelect: (help: Help) => void;
}

function HelpTable({ view, helps, selected, onSelect }: HelpTableProps) {
  const labels = new Map(view.form.create.map(({ name, label }) => [name, label]));
  return (
    <TableContainer
      component={Paper}
      variant="outlined"
      sx={{ flex: '0 1 auto', minHeight: 160, overflow: 'auto', mb: 3 }}
    >
      <RowTable
        stickyHeader
        hover
        columns={[
          {
            name: 'title',
            label: labels.get('title'),
            sx: { overflowWrap: 'anywhere' },
            cell: ({ title }) => (
              <Link component="button" type="button" underline="hover" sx={{ textAlign: 'start' }}>
                {title}
              </Link>
            ),
          },
          { name: 'video', label: labels.get('video'), from: 'sm', cell: ({ video }) => video },
          {
            name: 'description',
            label: labels.get('description'),
            from: 'md',
            sx: { color: 'text.secondary', overflowWrap: 'anywhere' },
            cell: ({ description }) => description,
          },
        ]}
        rows={helps}
        rowKey={({ id }) => id}
        rowProps={(help) => ({ selected: help.id === selected, onClick: () => onSelect(help) })}
      />
    </TableContainer>
  );
}

/** The tutorials as super-administrators edit them: a form over the table. */
export function HelpEditor({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const { data, error, refetch } = useHelps();
  const titleField = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<Draft>(blank);
  const [removing, setRemoving] = useState<Help | null>(null);
  const edited = data?.find(({ id }) => id === draft.id);
  // removed, here or elsewhere
  if (draft.id !== undefined && data && !edited) setDraft(blank);
  const select = ({ id, title, video, description }: Help) => {
    setDraft({ id, title, video, description });
    titleField.current?.focus();
  };
  return (
    <Page title={view.label}>
      <Typography variant="h1" sx={{ pb: 2, flex: 'none' }}>
        {view.label}
      </Typography>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', display: 'flex', flexDirection: 'column' }}>
        <Editor
          view={view}
          draft={draft}
          titleField={titleField}
          onDraft={setDraft}
          onDelete={() => edited && setRemoving(edited)}
        />
        {data && data.length > 0 && <HelpTable view={view} helps={data} selected={draft.id} onSelect={select} />}
        {data?.length === 0 && (
          <EmptyState
            icon={<OndemandVideo />}
            title={translate('content.help.none')}
            message={view.list?.empty.message}
          />
        )}
        {!data && !error && <LinearProgress aria-label={view.label} sx={{ height: 2 }} />}
        {!data && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      </Box>
      <DeleteDialog view={view} record={removing} onClose={() => setRemoving(null)} />
    </Page>
  );
}
