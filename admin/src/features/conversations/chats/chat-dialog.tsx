import { Autocomplete, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { post } from '../../../conversation/data/api';
import { usersQuery } from '../../../conversation/data/company-queries';
import { cacheChat } from '../../../conversation/data/use-chats';
import type { Chat } from '../../../conversation/model/chat';
import type { Named } from '../../../conversation/model/types';
import { api } from '../../../providers/http';
import { useSessionUser } from '../../../providers/session-user';
import { FormDialog } from '../../../shared/form-dialog';
import { useTask } from '../../../shared/use-task';

const MAX_TITLE = 100;

interface PeopleFieldProps {
  chosen: readonly Named[];
  /** One person only. */
  single: boolean;
  error: string | undefined;
  onChange: (people: readonly Named[]) => void;
}

function PeopleField({ chosen, single, error, onChange }: PeopleFieldProps) {
  const translate = useTranslate();
  const { id } = useSessionUser();
  const { data = [], isPending } = useQuery(usersQuery);
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect={!single}
      value={[...chosen]}
      options={data.filter((user) => user.id !== id && (user.active || chosen.some((one) => one.id === user.id)))}
      getOptionLabel={({ name }) => name}
      getOptionKey={(user) => user.id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      loading={isPending}
      loadingText={translate('ra.page.loading')}
      noOptionsText={translate('chats.nobody')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      onChange={(_, people) => onChange(single ? people.slice(-1) : people)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={translate(single ? 'chats.person' : 'chats.people')}
          error={error !== undefined}
          helperText={error}
        />
      )}
    />
  );
}

/** Begins a chat, or changes subject and people of one. */
export default function ChatDialog({ chat, onClose }: { chat: Chat | null; onClose: () => void }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { id: me } = useSessionUser();
  const { busy, run } = useTask();
  const [direct, setDirect] = useState(false);
  const [title, setTitle] = useState(chat?.title ?? '');
  const others = chat?.users.filter(({ userId }) => userId !== me).map(({ user }) => user) ?? [];
  const [people, setPeople] = useState<readonly Named[]>(others);
  const [submitted, setSubmitted] = useState(false);
  const missing = {
    title: !direct && title.trim() === '' ? translate('chats.title_required') : undefined,
    people: people.length === 0 ? translate('chats.people_required') : undefined,
  };

  async function save() {
    const body = { title: title.trim(), users: people.map(({ id }) => ({ id })) };
    const saved = chat
      ? await api<Chat>(`/chats/${chat.id}`, { method: 'PUT', body })
      : direct
        ? await post<Chat>('/chats/direct', { userId: people[0]?.id })
        : await post<Chat>('/chats', body);
    cacheChat(saved, me);
    onClose();
    navigate(`/chats/${saved.uuid}`);
  }
  function submit() {
    setSubmitted(true);
    if (!missing.title && !missing.people && !busy) void run(save);
  }
  return (
    <FormDialog
      title={translate(chat ? 'chats.edit' : 'chats.new')}
      submit={translate(chat ? 'ra.action.save' : 'chats.begin')}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      {!chat && (
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          value={direct}
          aria-label={translate('chats.kind')}
          onChange={(_, next: boolean | null) => {
            if (next === null) return;
            setDirect(next);
            if (next) setPeople(people.slice(0, 1));
          }}
        >
          <ToggleButton value={false}>{translate('chats.group')}</ToggleButton>
          <ToggleButton value={true}>{translate('chats.direct')}</ToggleButton>
        </ToggleButtonGroup>
      )}
      {!direct && (
        <TextField
          autoFocus
          required
          label={translate('chats.subject')}
          value={title}
          error={submitted && missing.title !== undefined}
          helperText={submitted ? missing.title : undefined}
          onChange={(event) => setTitle(event.target.value)}
          slotProps={{ htmlInput: { maxLength: MAX_TITLE } }}
        />
      )}
      <PeopleField
        chosen={people}
        single={direct}
        error={submitted ? missing.people : undefined}
        onChange={setPeople}
      />
    </FormDialog>
  );
}
