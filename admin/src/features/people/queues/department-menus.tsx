import Add from '@mui/icons-material/Add';
import { Box, Button, Chip, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { connectionsQuery } from '../../../conversation/data/company-queries';
import { api } from '../../../providers/http';
import { useTask } from '../../../shared/use-task';

const byDepartment = (queueId: number) => (connection: { queueIds: readonly number[] }) =>
  connection.queueIds.includes(queueId);

/** In which connections customers get to the department, and what adds it to the others. */
export function DepartmentMenus({ queueId, readOnly }: { queueId: number; readOnly: boolean }) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { busy, run } = useTask();
  const { data: connections } = useQuery(connectionsQuery);
  if (!connections) return null;
  const offering = connections.filter(byDepartment(queueId));
  const others = readOnly ? [] : connections.filter((connection) => !offering.includes(connection));
  const add = ({ id, name }: (typeof connections)[number]) =>
    run(async () => {
      await api(`/whatsapp/${id}/queues/${queueId}`, { method: 'PUT' });
      await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      notify('departments.added_to_menu', { type: 'success', messageArgs: { name } });
    });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="body2" sx={{ color: offering.length === 0 ? 'warning.main' : 'text.secondary' }}>
        {offering.length === 0
          ? translate('departments.in_no_menu')
          : translate('departments.in_menus', { names: offering.map(({ name }) => name).join(', ') })}
      </Typography>
      {others.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {others.map((connection) => (
            <Button
              key={connection.id}
              size="small"
              variant="outlined"
              startIcon={<Add />}
              disabled={busy}
              onClick={() => void add(connection)}
            >
              {translate('departments.add_to_menu', { name: connection.name })}
            </Button>
          ))}
        </Box>
      )}
    </Box>
  );
}

/** Says in the list that no connection offers the department, and leads to where it is added. */
export function InNoMenu({ queueId, to }: { queueId: number; to: string }) {
  const translate = useTranslate();
  const { data: connections } = useQuery(connectionsQuery);
  if (!connections || connections.length === 0 || connections.some(byDepartment(queueId))) return null;
  return (
    <Chip
      size="small"
      variant="outlined"
      color="warning"
      component={Link}
      to={to}
      clickable
      label={translate('departments.in_no_menu_short')}
      sx={{ flex: 'none' }}
    />
  );
}
