import { InfiniteListBase } from 'react-admin';
import { ListHeader } from '../../schema/list/list-header';
import type { ResourceView } from '../../schema/types';
import { Page } from '../../shared/page';
import { FailedJobsBody } from './failed-jobs-body';
import { WaitingJobs } from './waiting-jobs';

const PAGE_SIZE = 20;

/** Failed jobs with what waits above them; the rows can be chosen and decided on together. */
export function FailedJobsList({ view }: { view: ResourceView }) {
  return (
    <InfiniteListBase resource={view.path} perPage={PAGE_SIZE} sort={view.list?.sort} disableAuthentication>
      <Page title={view.label}>
        <ListHeader view={view} />
        <WaitingJobs path={view.path} />
        <FailedJobsBody view={view} />
      </Page>
    </InfiniteListBase>
  );
}
