import { Box, Link, Paper, Skeleton } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RaRecord, useListContext, useNotify, useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { api } from '../../../providers/http';
import { AutoList, MoreRows, NoRows } from '../../../schema/auto-list';
import { DeleteDialog, editPath, RowActions } from '../../../schema/list/row-actions';
import type { ResourceView } from '../../../schema/types';
import { ColorDot } from '../../../shared/color-dot';
import { ellipsis } from '../../../shared/ellipsis';
import { useNotifyError } from '../../../shared/error-text';
import { SortableList, SortableLists } from '../../../shared/sortable-list';
import { textSize } from '../../../shared/type-scale';
import { InNoMenu } from './department-menus';

const idOf = ({ id }: RaRecord) => String(id);
const nameOf = ({ name }: RaRecord) => String(name);

const mutationKey = ['order of departments'];

/** The order while the server stores it, one after the other; null: the list's own. */
function useOrder(view: ResourceView) {
  const client = useQueryClient();
  const notify = useNotify();
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    networkMode: 'always',
    mutationFn: (ids: readonly string[]) => api('/queue/order', { method: 'PUT', body: { queueIds: ids.map(Number) } }),
    onSuccess: () => {
      if (isLast()) notify('departments.ordered', { type: 'success' });
    },
    onError: useNotifyError(),
    onSettled: async () => {
      if (isLast()) await client.invalidateQueries({ queryKey: [view.path] });
      if (isLast()) setOrder(null);
    },
  });
  function save(ids: readonly string[]) {
    setOrder(ids);
    mutate(ids);
  }
  return { order, save };
}

function Departments({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const { data = [], isPending, filterValues } = useListContext<RaRecord>();
  const { order, save } = useOrder(view);
  const [deleting, setDeleting] = useState<RaRecord | null>(null);
  const rows = order ? data.toSorted((a, b) => order.indexOf(idOf(a)) - order.indexOf(idOf(b))) : data;
  function move(_listId: string, from: number, to: number) {
    const ids = rows.map(idOf);
    const moved = ids[from];
    if (moved !== undefined) save(ids.toSpliced(from, 1).toSpliced(to, 0, moved));
  }
  return (
    <>
      <Paper
        variant="outlined"
        sx={{ flex: '0 1 auto', minHeight: 0, overflowY: 'auto', borderRadius: '14px', mb: { xs: 2, sm: 3 } }}
      >
        {isPending && <Skeleton variant="rounded" height={240} />}
        {!isPending && rows.length === 0 && <NoRows view={view} />}
        {rows.length > 0 && (
          <SortableLists
            nameOf={(id) => nameOf(rows.find((row) => idOf(row) === id) ?? { id, name: '' })}
            onMove={move}
          >
            <SortableList
              id="departments"
              label={view.label}
              items={rows}
              idOf={idOf}
              nameOf={nameOf}
              // a search shows only some of them
              movable={view.can.edit && Object.keys(filterValues).length === 0}
              onMove={move}
            >
              {(record, { handle, buttons }) => (
                <Box
                  sx={{
                    display: 'flex',
                    flexWrap: { xs: 'wrap', sm: 'nowrap' },
                    alignItems: 'center',
                    gap: 1,
                    px: 1.5,
                    py: 0.75,
                    borderBottom: 1,
                    borderColor: 'atende.lineSoft',
                  }}
                >
                  {handle}
                  <Link
                    component={RouterLink}
                    to={editPath(view, record)}
                    color="inherit"
                    underline="hover"
                    title={nameOf(record)}
                    sx={{
                      display: 'flex',
                      alignItems: 'center',
                      gap: 1,
                      flex: { xs: '1 1 140px', sm: '0 0 260px' },
                      minWidth: 0,
                      fontWeight: 500,
                    }}
                  >
                    <ColorDot color={String(record.color)} size={10} />
                    <Box component="span" sx={{ minWidth: 0, ...ellipsis }}>
                      {nameOf(record)}
                    </Box>
                  </Link>
                  <Box
                    sx={{
                      display: { xs: 'none', sm: 'block' },
                      flex: 1,
                      minWidth: 0,
                      ...ellipsis,
                      color: 'text.secondary',
                      fontSize: textSize.small,
                    }}
                  >
                    {String(record.greetingMessage ?? '')}
                  </Box>
                  <InNoMenu queueId={Number(record.id)} to={editPath(view, record)} />
                  <Box sx={{ flex: 'none', color: 'text.secondary', fontSize: textSize.small, whiteSpace: 'nowrap' }}>
                    {translate('departments.people', {
                      smart_count: Array.isArray(record.userIds) ? record.userIds.length : 0,
                    })}
                  </Box>
                  <Box sx={{ display: 'flex', flex: 'none', ml: 'auto' }}>
                    {buttons}
                    <RowActions view={view} record={record} onDelete={setDeleting} />
                  </Box>
                </Box>
              )}
            </SortableList>
          </SortableLists>
        )}
        <MoreRows />
      </Paper>
      <DeleteDialog view={view} record={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

/** Departments in the order of menus and lists, which is changed by dragging them. */
export default function DepartmentList({ view }: { view: ResourceView }) {
  return (
    <AutoList view={view} pageSize={100}>
      <Departments view={view} />
    </AutoList>
  );
}
