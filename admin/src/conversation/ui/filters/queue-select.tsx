import Checked from '@mui/icons-material/CheckBox';
import Unchecked from '@mui/icons-material/CheckBoxOutlineBlankOutlined';
import ExpandMore from '@mui/icons-material/ExpandMoreOutlined';
import { Button, Menu, MenuItem } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ColorDot } from '../../../shared/color-dot';
import { iconSize, textSize } from '../../../shared/type-scale';
import type { Colored } from '../../model/types';

const MAX_NAMES = 2;

interface QueueSelectProps {
  queues: readonly Colored[];
  /** null: all of them. */
  value: readonly number[] | null;
  onChange: (value: readonly number[]) => void;
}

function useSummary(queues: readonly Colored[], value: readonly number[] | null): string {
  const translate = useTranslate();
  if (value === null) return translate('workspace.list.all_queues');
  const names = queues.filter(({ id }) => value.includes(id)).map(({ name }) => name);
  if (names.length === 0) return translate('workspace.list.no_queues');
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES
    ? translate('workspace.list.more_queues', { names: shown, count: names.length - MAX_NAMES })
    : shown;
}

interface ChoiceProps {
  checked: boolean;
  /** Without a button beside it. */
  wide?: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Choice({ checked, wide, onToggle, children, ...item }: ChoiceProps) {
  const Icon = checked ? Checked : Unchecked;
  return (
    // the menu gives it the focus by further properties
    <MenuItem
      {...item}
      role="menuitemcheckbox"
      aria-checked={checked}
      onClick={onToggle}
      sx={wide ? { gridColumn: '1 / -1' } : undefined}
    >
      <Icon aria-hidden fontSize="small" sx={checked ? { color: 'primary.main' } : undefined} />
      {children}
    </MenuItem>
  );
}

export function QueueSelect({ queues, value, onChange }: QueueSelectProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const summary = useSummary(queues, value);
  if (queues.length === 0) return null;
  const chosen = value ?? queues.map(({ id }) => id);
  const first = queues.find(({ id }) => chosen.includes(id));
  const several = queues.length > 1;
  const choose = (ids: number[]) => {
    setAnchor(null);
    onChange(ids);
  };
  const toggle = (id: number) => onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="true"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        aria-label={`${translate('workspace.list.queues')}: ${summary}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        endIcon={<ExpandMore sx={{ fontSize: `${iconSize.mini}px !important` }} />}
        sx={{
          minWidth: 0,
          minHeight: 28,
          py: 0,
          px: 1.25,
          borderRadius: 99,
          fontSize: textSize.caption,
          fontWeight: 400,
          color: 'text.secondary',
          gap: 0.75,
        }}
      >
        <ColorDot color={value === null ? null : first?.color} />
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{summary}</span>
      </Button>
      <Menu
        id={menuId}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { sx: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto' } } }}
      >
        {several && (
          <Choice wide checked={value === null} onToggle={() => choose(queues.map(({ id }) => id))}>
            {translate('workspace.list.all_queues')}
          </Choice>
        )}
        {/* the menu takes no fragments */}
        {queues.flatMap(({ id, name, color }) => [
          <Choice key={id} wide={!several} checked={chosen.includes(id)} onToggle={() => toggle(id)}>
            <ColorDot color={color} />
            {name}
          </Choice>,
          several && (
            <MenuItem
              key={`only-${id}`}
              aria-label={translate('workspace.list.only_queue_of', { name })}
              onClick={() => choose([id])}
              sx={{ fontSize: textSize.caption, color: 'text.secondary', justifyContent: 'center' }}
            >
              {translate('workspace.list.only_queue')}
            </MenuItem>
          ),
        ])}
      </Menu>
    </>
  );
}
