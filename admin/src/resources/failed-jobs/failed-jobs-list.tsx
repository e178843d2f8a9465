import Box from '@mui/material/Box';
import { InfiniteListBase } from 'react-admin';
import { ListHeader } from '../../schema/list/list-header';
import type { ResourceView } from '../../schema/types';
import { FailedJobsBody } from './failed-jobs-body';
import { WaitingJobs } from './waiting-jobs';

const PAGE_SIZE = 20;

/** Failed jobs with what waits above them; the rows can be chosen and decided on together. */
export function FailedJobsList({ view }: { view: ResourceView }) {
  return (
    <InfiniteListBase resource={view.path} perPage={PAGE_SIZE} sort={view.list?.sort} disableAuthentication>
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
        <WaitingJobs path={view.path} />
        <FailedJobsBody view={view} />
      </Box>
    </InfiniteListBase>
  );
}
