import { Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { Answer } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { FormDialog } from '../../../shared/form-dialog';
import { idOf, type NameChoice, type Named, NameField } from '../../../shared/name-field';
import { useTask } from '../../../shared/use-task';
import { addLeads, type Picked, quotaKey } from './use-leads';

const newTagColor = '#1f6feb';

/** Adds companies to the contacts, with a tag that is there or is made by its name. */
export function AddLeadsDialog({ picked, count, onClose }: { picked: Picked; count: number; onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { busy, run } = useTask();
  const [tag, setTag] = useState<NameChoice>(null);
  const tags = useQuery({
    queryKey: ['tags', 'list'],
    queryFn: ({ signal }) => api<Answer<'TagsListOptionsController_list'>>('/tags/list', { signal }),
  });
  const options: Named[] = tags.data ?? [];
  const tagId = () =>
    idOf(tag, options, (name) => api('/tags', { method: 'POST', body: { name, color: newTagColor } }));
  const submit = () =>
    run(async () => {
      const { adicionados, existentes, sem_celular } = await addLeads(picked, await tagId());
      void client.invalidateQueries({ queryKey: quotaKey });
      void client.invalidateQueries({ queryKey: ['tags'] });
      void client.invalidateQueries({ queryKey: ['contacts'] });
      notify('leads.add.done', {
        type: 'success',
        messageArgs: { added: adicionados, existing: existentes, without: sem_celular },
        autoHideDuration: 8000,
      });
      onClose();
    });
  return (
    <FormDialog
      title={translate('leads.add.title')}
      submit={translate('leads.add.submit')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Typography>{translate('leads.add.lead', { smart_count: count })}</Typography>
      <NameField
        label={translate('leads.add.tag')}
        help={translate('leads.add.tag_help')}
        options={options}
        value={tag}
        onChange={setTag}
      />
    </FormDialog>
  );
}
