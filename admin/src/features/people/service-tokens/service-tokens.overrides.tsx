import { AutoList } from '../../../schema/auto-list';
import type { ResourceOverrides } from '../../../schema/overrides';
import type { ResourceView } from '../../../schema/types';
import { ApiSections } from '../../../shared/api-sections';
import { NewTokenDialog, showNewToken } from './new-token';

function ServiceTokens({ view }: { view: ResourceView }) {
  return (
    <ApiSections current="tokens">
      <AutoList view={view} />
      <NewTokenDialog />
    </ApiSections>
  );
}

export const overrides: ResourceOverrides = {
  resource: 'service-tokens',
  list: ServiceTokens,
  saved: async (_id, _values, record) => {
    if (typeof record?.['token'] === 'string') showNewToken(record['token']);
  },
};
