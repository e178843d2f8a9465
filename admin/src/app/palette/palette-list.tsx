import { Box } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { ellipsis } from '../../shared/ellipsis';
import { KeyCaps } from '../../shared/shortcuts/key-caps';
import { textSize } from '../../shared/type-scale';
import type { PaletteGroup, PaletteItem } from './palette-items';

export const optionId = (listId: string, item: PaletteItem) => `${listId}-${item.key}`;

interface OptionProps {
  id: string;
  item: PaletteItem;
  selected: boolean;
  onHighlight: () => void;
  onRun: () => void;
}

function Option({ id, item, selected, onHighlight, onRun }: OptionProps) {
  const { label, hint, keys, Icon } = item;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    // reached by keyboard from the field, by aria-activedescendant
    <Box
      component="li"
      ref={row}
      id={id}
      role="option"
      aria-selected={selected}
      onMouseMove={onHighlight}
      onClick={onRun}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 40,
        px: 1.5,
        borderRadius: '8px',
        cursor: 'pointer',
        bgcolor: selected ? 'atende.priSoft' : undefined,
      }}
    >
      <Icon aria-hidden sx={{ color: selected ? 'primary.main' : 'text.secondary' }} />
      <Box component="span" sx={{ flex: 1, minWidth: 0, ...ellipsis }}>
        {label}
      </Box>
      {hint && (
        <Box
          component="span"
          sx={{ fontSize: textSize.caption, color: 'text.secondary', flex: 'none', maxWidth: '50%' }}
        >
          {hint}
        </Box>
      )}
      {keys && <KeyCaps keys={keys} />}
    </Box>
  );
}

interface PaletteListProps {
  id: string;
  groups: readonly PaletteGroup[];
  selected: PaletteItem | undefined;
  onHighlight: (item: PaletteItem) => void;
  onRun: (item: PaletteItem) => void;
}

export function PaletteList({ id, groups, selected, onHighlight, onRun }: PaletteListProps) {
  const translate = useTranslate();
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={translate('shell.palette.results')}
      sx={{ overflowY: 'auto', p: 1, flex: 1, minHeight: 0 }}
    >
      {groups.map(({ name, items }) => (
        <Box key={name} component="ul" role="group" aria-label={translate(`shell.palette.${name}`)} sx={{ m: 0, p: 0 }}>
          <Box
            component="li"
            role="presentation"
            sx={{
              listStyle: 'none',
              px: 1.5,
              pt: 1,
              pb: 0.5,
              fontSize: textSize.caption,
              fontWeight: 600,
              color: 'atende.faint',
            }}
          >
            {translate(`shell.palette.${name}`)}
          </Box>
          {items.map((item) => (
            <Option
              key={item.key}
              id={optionId(id, item)}
              item={item}
              selected={item.key === selected?.key}
              onHighlight={() => onHighlight(item)}
              onRun={() => onRun(item)}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}
