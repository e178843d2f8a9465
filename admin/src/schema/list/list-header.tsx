import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { overridesOf } from '../overrides';
import type { ResourceView } from '../types';
import { ListFilters } from './list-filters';

export function AddButton({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const { search } = useLocation();
  return (
    <Button
      variant="contained"
      startIcon={<Add />}
      component={Link}
      to={{ pathname: `/${view.screenPath}/create`, search }}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {translate('ra.action.create')}
    </Button>
  );
}

export function ListHeader({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const { total } = useListContext();
  const { list } = view;
  const Tools = overridesOf(view.name).tools;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, pb: 2, flex: 'none' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.25 }}>
          <Typography variant="h1" noWrap>
            {view.label}
          </Typography>
          {total !== undefined && (
            <Typography
              variant="body2"
              role="status"
              noWrap
              sx={{ color: 'atende.faint', display: { xs: Tools ? 'none' : 'block', sm: 'block' } }}
            >
              {translate('app.list.count', { smart_count: total })}
            </Typography>
          )}
        </Box>
        {Tools && <Tools view={view} />}
        {view.can.create && <AddButton view={view} />}
      </Box>
      {list && (list.search || list.dated || list.filters.length > 0) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25 }}>
          <ListFilters list={list} />
        </Box>
      )}
    </Box>
  );
}
