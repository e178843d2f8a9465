import { InfiniteListBase } from 'react-admin';
import { Page } from '../shared/page';
import { ListBody } from './list/list-body';
import { ListHeader } from './list/list-header';
import type { ResourceView } from './types';

const PAGE_SIZE = 20;

/** The generated list of a resource: search, filters, columns, infinite scrolling, edit and delete per row. */
export function AutoList({ view }: { view: ResourceView }) {
  if (!view.list) return null;
  return (
    <InfiniteListBase resource={view.path} perPage={PAGE_SIZE} sort={view.list.sort} disableAuthentication>
      <Page title={view.label}>
        <ListHeader view={view} />
        <ListBody view={view} />
      </Page>
    </InfiniteListBase>
  );
}
