import { Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { Answer } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { FormDialog } from '../../../shared/form-dialog';
import { idOf, type NameChoice, NameField } from '../../../shared/name-field';
import { useTask } from '../../../shared/use-task';
import { listLeads, type Picked, quotaKey } from './use-leads';

interface ListLeadsDialogProps {
  picked: Picked;
  count: number;
  onClose: () => void;
}

/** Puts companies onto a contact list that is there or is made by its name. */
export function ListLeadsDialog({ picked, count, onClose }: ListLeadsDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { busy, run } = useTask();
  const [list, setList] = useState<NameChoice>(null);
  const [tried, setTried] = useState(false);
  const lists = useQuery({
    queryKey: ['contact-lists', 'list'],
    queryFn: ({ signal }) => api<Answer<'ContactListsListOptionsController_list'>>('/contact-lists/list', { signal }),
  });
  const options = lists.data ?? [];
  const submit = () =>
    run(async () => {
      const contactListId = await idOf(list, options, (name) =>
        api('/contact-lists', { method: 'POST', body: { name } }),
      );
      setTried(true);
      if (contactListId === null) return;
      const { adicionados, existentes, nao_querem, sem_celular } = await listLeads(picked, contactListId);
      void client.invalidateQueries({ queryKey: quotaKey });
      void client.invalidateQueries({ queryKey: ['contact-lists'] });
      notify('leads.to_list.done', {
        type: 'success',
        messageArgs: { added: adicionados, existing: existentes, out: nao_querem, without: sem_celular },
        autoHideDuration: 8000,
      });
      onClose();
    });
  return (
    <FormDialog
      title={translate('leads.to_list.title')}
      submit={translate('leads.to_list.submit')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Typography>{translate('leads.to_list.lead', { smart_count: count })}</Typography>
      <NameField
        label={translate('leads.to_list.list')}
        help={translate('leads.to_list.list_help')}
        error={tried && !list ? translate('leads.to_list.required') : undefined}
        options={options}
        value={list}
        onChange={setList}
      />
    </FormDialog>
  );
}
