import Check from '@mui/icons-material/Check';
import { Box, TextField, Typography } from '@mui/material';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ListPage } from '../../../providers/api-types';
import { ColorDot } from '../../../shared/color-dot';
import { ellipsis } from '../../../shared/ellipsis';
import { useLookup } from '../../../shared/lookup-field';
import { hasWords } from '../../../shared/plain-text';
import { PresenceDot, presenceOf } from '../../../shared/presence';
import { textSize } from '../../../shared/type-scale';
import { type Attendant, get } from '../../data/api';
import { useOnlineColleagues } from '../../data/use-online-colleagues';
import type { Colored } from '../../model/types';

/** Who or what a conversation can be transferred to. */
type Target = { key: string; name: string } & ({ user: Attendant; queue?: never } | { queue: Colored; user?: never });

interface TargetGroup {
  name: 'online' | 'others' | 'departments';
  targets: Target[];
}

const toUser = (user: Attendant): Target => ({ key: `user-${user.id}`, name: user.name, user });
const toQueue = (queue: Colored): Target => ({ key: `queue-${queue.id}`, name: queue.name, queue });

const findUsers = async (searchParam: string, signal: AbortSignal) => {
  const page = await get<ListPage<'UsersResourceController_list'>>('/users', { searchParam, pageNumber: '1' }, signal);
  return page.users.filter(({ active }) => active);
};

interface Assignment {
  queueId: number | null;
  userId: number | null;
}

/** Colleagues online, those of the department and those at work first; with three letters typed, all others found. */
function useTargets(typed: string, from: Assignment | undefined, queues: readonly Colored[], user: Attendant | null) {
  const online = useOnlineColleagues();
  const { found, asked, searching } = useLookup('users', typed, findUsers);
  const rank = (colleague: Attendant) =>
    (presenceOf(colleague) === 'online' ? 0 : 2) + (colleague.queueIds.includes(from?.queueId ?? 0) ? 0 : 1);
  const matches = ({ name }: { name: string }) => hasWords(name, typed);
  const here = online
    .filter(({ id }) => id !== from?.userId)
    .filter(matches)
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  const others = found.filter(({ id }) => id !== from?.userId && !here.some((shown) => shown.id === id));
  // who was chosen stays in sight when the search is emptied
  if (user && ![...here, ...others].some(({ id }) => id === user.id)) others.push(user);
  const groups: TargetGroup[] = [
    { name: 'online', targets: here.map(toUser) },
    { name: 'others', targets: others.map(toUser) },
    {
      name: 'departments',
      targets: queues
        .filter(({ id }) => id !== from?.queueId)
        .filter(matches)
        .map(toQueue),
    },
  ];
  return { groups: groups.filter(({ targets }) => targets.length > 0), asked, searching };
}

interface OptionProps {
  id: string;
  target: Target;
  chosen: boolean;
  highlighted: boolean;
  onChoose: () => void;
}

function TargetOption({ id, target, chosen, highlighted, onChoose }: OptionProps) {
  const { name, user, queue } = target;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (highlighted) row.current?.scrollIntoView({ block: 'nearest' });
  }, [highlighted]);
  const facts = user && [user.pausedSince && user.pauseReason, ...user.queues.map((own) => own.name)].filter(Boolean);
  return (
    // reached by keyboard from the field, by aria-activedescendant
    <Box
      component="li"
      ref={row}
      id={id}
      role="option"
      aria-selected={chosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        minHeight: 36,
        px: 1.25,
        borderRadius: '8px',
        cursor: 'pointer',
        bgcolor: chosen ? 'atende.priSoft' : highlighted ? 'atende.hover' : undefined,
        outline: highlighted ? '2px solid' : undefined,
        outlineColor: 'primary.main',
        outlineOffset: -2,
        '&:hover': { bgcolor: chosen ? 'atende.priSoft' : 'atende.hover' },
      }}
    >
      <Box component="span" sx={{ display: 'inline-flex', justifyContent: 'center', width: 12, flex: 'none' }}>
        {user ? <PresenceDot {...user} /> : <ColorDot color={queue.color} size={10} />}
      </Box>
      <Box component="span" sx={{ flex: '1 0 auto', maxWidth: '65%', fontWeight: chosen ? 600 : 400, ...ellipsis }}>
        {name}
      </Box>
      <Box
        component="span"
        sx={{ flex: '0 1 auto', minWidth: 0, fontSize: textSize.caption, color: 'text.secondary', ...ellipsis }}
      >
        {facts?.join(' · ')}
      </Box>
      <Check aria-hidden fontSize="small" sx={{ flex: 'none', color: 'primary.main', opacity: chosen ? 1 : 0 }} />
    </Box>
  );
}

interface TransferTargetsProps {
  /** The current assignment, which is no target; absent for several tickets. */
  from?: Assignment;
  queues: readonly Colored[];
  user: Attendant | null;
  /** The chosen department when no attendant is chosen. */
  queueId: number | null;
  error?: string;
  onUser: (user: Attendant) => void;
  onQueue: (queueId: number) => void;
}

/** One list of colleagues and departments: a click or Enter chooses, a further Enter submits the form. */
export function TransferTargets({ from, queues, user, queueId, error, onUser, onQueue }: TransferTargetsProps) {
  const translate = useTranslate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const { groups, asked, searching } = useTargets(typed, from, queues, user);
  const targets = groups.flatMap((group) => group.targets);
  const chosenKey = user ? `user-${user.id}` : `queue-${queueId}`;
  // what is typed names the first one found
  const index = targets.findIndex(({ key }) => key === highlighted);
  const current = targets[index] ?? (typed.trim() === '' ? undefined : targets[0]);
  const optionId = ({ key }: Target) => `${listId}-${key}`;

  function choose(target: Target) {
    setHighlighted(target.key);
    if (target.user) onUser(target.user);
    else onQueue(target.queue.id);
  }

  function keyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = current ? targets.indexOf(current) : step === 1 ? -1 : 0;
    if (step !== undefined && targets.length > 0)
      setHighlighted(targets[(at + step + targets.length) % targets.length]?.key ?? null);
    else if (event.key === 'Enter' && current && current.key !== chosenKey) choose(current);
    else return;
    event.preventDefault();
  }

  const nothing = searching ? 'workspace.new.searching' : `workspace.transfer.${asked ? 'nobody' : 'nobody_online'}`;
  return (
    <Box sx={{ minWidth: 0 }}>
      <TextField
        autoFocus
        fullWidth
        autoComplete="off"
        label={translate('workspace.transfer.user')}
        value={typed}
        error={error !== undefined}
        helperText={error ?? (asked ? ' ' : translate('workspace.transfer.user_hint'))}
        onChange={(event) => {
          setTyped(event.target.value);
          setHighlighted(null);
        }}
        onKeyDown={keyDown}
        slotProps={{
          htmlInput: {
            role: 'combobox',
            'aria-expanded': targets.length > 0,
            'aria-controls': listId,
            'aria-autocomplete': 'list',
            'aria-activedescendant': current && optionId(current),
          },
        }}
      />
      <Box
        id={listId}
        role="listbox"
        aria-label={translate('workspace.transfer.targets')}
        sx={{
          mt: 0.5,
          p: 0.5,
          maxHeight: 'max(132px, min(280px, 34vh))',
          overflowY: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: '10px',
        }}
      >
        {groups.map((group) => (
          <Box
            key={group.name}
            component="ul"
            role="group"
            aria-label={translate(`workspace.transfer.${group.name}`)}
            sx={{ m: 0, p: 0 }}
          >
            <Box
              component="li"
              role="presentation"
              sx={{ px: 1.25, py: 0.5, fontSize: textSize.caption, fontWeight: 600, color: 'text.secondary' }}
              style={{ listStyle: 'none' }}
            >
              {translate(`workspace.transfer.${group.name}`)}
            </Box>
            {group.targets.map((target) => (
              <TargetOption
                key={target.key}
                id={optionId(target)}
                target={target}
                chosen={target.key === chosenKey}
                highlighted={target === current}
                onChoose={() => choose(target)}
              />
            ))}
          </Box>
        ))}
        {targets.length === 0 && (
          <Typography variant="body2" sx={{ px: 1.25, py: 1, color: 'text.secondary' }}>
            {translate(nothing)}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
