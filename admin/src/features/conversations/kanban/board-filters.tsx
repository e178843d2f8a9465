import FilterList from '@mui/icons-material/FilterListOutlined';
import Search from '@mui/icons-material/SearchOutlined';
import { Badge, Box, Button, InputAdornment, Popover, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type ChangeFilters, useSearchText } from '../../../conversation/data/use-filters';
import type { ListScope } from '../../../conversation/data/use-list-scope';
import { type ListFilters, NO_QUEUE } from '../../../conversation/model/list-filters';
import { QueueSelect } from '../../../conversation/ui/filters/queue-select';
import SearchFilters from '../../../conversation/ui/filters/search-filters';
import { ShowAllSwitch } from '../../../conversation/ui/filters/show-all-switch';

interface BoardFiltersProps {
  filters: ListFilters;
  scope: ListScope;
  byUser: boolean;
  onChange: ChangeFilters;
}

/** As those of the list of conversations, in the address and remembered like them. */
export function BoardFilters({ filters, scope, byUser, onChange }: BoardFiltersProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [text, setText] = useSearchText(filters.search, onChange);
  const label = translate('kanban.filters');
  const queues = scope.withoutQueue
    ? [...scope.queues, { id: NO_QUEUE, name: translate('workspace.no_queue'), color: '' }]
    : scope.queues;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, flex: '1 1 auto', minWidth: 0 }}>
      <TextField
        size="small"
        role="search"
        value={text}
        placeholder={translate('kanban.search')}
        onChange={(event) => setText(event.target.value)}
        slotProps={{
          htmlInput: { 'aria-label': translate('kanban.search'), enterKeyHint: 'search', maxLength: 200 },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
        sx={{ flex: { xs: '1 1 100%', sm: '0 1 260px' } }}
      />
      <QueueSelect queues={queues} value={scope.queueIds} onChange={scope.setQueueIds} />
      <Badge badgeContent={filters.tags.length + filters.users.length} color="primary">
        <Button
          variant="outlined"
          size="small"
          startIcon={<FilterList fontSize="mini" />}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ minHeight: 28, py: 0, borderRadius: 99 }}
        >
          {label}
        </Button>
      </Badge>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': label,
            sx: { width: 320, maxWidth: 'calc(100vw - 32px)', p: 2, display: 'grid', gap: 1.5 },
          },
        }}
      >
        <SearchFilters filters={filters} byUser={byUser} onChange={onChange} />
      </Popover>
      {scope.mayShowAll && <ShowAllSwitch scope={scope} />}
    </Box>
  );
}
