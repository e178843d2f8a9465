import { MenuItem, TextField, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { Answer } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { DateField } from '../../../shared/date-field/date-field';
import { FormDialog } from '../../../shared/form-dialog';
import { useTask } from '../../../shared/use-task';

/** As lists of contacts are narrowed. */
interface Filter {
  tagIds?: number[];
  q?: string;
  dateStart?: string;
  dateEnd?: string;
}

/** Puts contacts of the company onto a list. */
export default function AddContactsDialog({ listId, onClose }: { listId: number; onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { busy, run } = useTask();
  const [filter, setFilter] = useState<Filter>({});
  const tags = useQuery({
    queryKey: ['tags', 'list'],
    queryFn: ({ signal }) => api<Answer<'TagsListOptionsController_list'>>('/tags/list', { signal }),
  });
  const submit = () =>
    run(async () => {
      const query = encodeURIComponent(JSON.stringify(filter));
      const { added, repeated, optedOut, unreachable } = await api<Answer<'ContactListsController_addContacts'>>(
        `/contact-lists/${listId}/contacts?filter=${query}`,
        { method: 'POST' },
      );
      void client.invalidateQueries({ queryKey: ['contact-list-items'] });
      void client.invalidateQueries({ queryKey: ['contact-lists'] });
      notify('lists.add.done', {
        type: 'success',
        messageArgs: { added, repeated, out: optedOut + unreachable },
        autoHideDuration: 8000,
      });
      onClose();
    });
  return (
    <FormDialog
      title={translate('lists.add.title')}
      submit={translate('lists.add.submit')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('lists.add.lead')}
      </Typography>
      <TextField
        select
        fullWidth
        autoFocus
        label={translate('lists.add.tag')}
        value={filter.tagIds?.[0] ?? ''}
        onChange={({ target: { value } }) =>
          setFilter({ ...filter, tagIds: value === '' ? undefined : [Number(value)] })
        }
      >
        <MenuItem value="">{translate('lists.add.any_tag')}</MenuItem>
        {tags.data?.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        fullWidth
        label={translate('lists.add.search')}
        value={filter.q ?? ''}
        onChange={({ target: { value } }) => setFilter({ ...filter, q: value || undefined })}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <DateField
        label={translate('lists.add.from')}
        value={filter.dateStart ?? ''}
        onChange={(day) => setFilter({ ...filter, dateStart: day || undefined })}
      />
      <DateField
        label={translate('lists.add.until')}
        value={filter.dateEnd ?? ''}
        onChange={(day) => setFilter({ ...filter, dateEnd: day || undefined })}
      />
    </FormDialog>
  );
}
