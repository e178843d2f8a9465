import Box from '@mui/material/Box';
import { InfiniteListBase } from 'react-admin';
import { ListBody } from './list/list-body';
import { ListHeader } from './list/list-header';
import type { ResourceView } from './types';

const PAGE_SIZE = 20;

/** The generated list of a resource: search, filters, columns, endless scrolling, edit and delete per row. */
export function AutoList({ view }: { view: ResourceView }) {
  if (!view.list) return null;
  return (
    <InfiniteListBase resource={view.path} perPage={PAGE_SIZE} sort={view.list.sort} disableAuthentication>
      <title>{`${view.label} · Atende`}</title>
      <Box
        sx={{
          display: 'flex',
          flexDirection: 'column',
          height: '100%',
          maxWidth: 1280,
          mx: 'auto',
          px: { xs: 2, sm: 3 },
          pt: { xs: 2, sm: 2.5 },
        }}
      >
        <ListHeader view={view} />
        <ListBody view={view} />
      </Box>
    </InfiniteListBase>
  );
}
