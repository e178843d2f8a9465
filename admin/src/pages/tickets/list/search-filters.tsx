import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { fetchUsers } from '../data/api';
import { keys } from '../data/keys';
import { fetchTags } from '../data/tags';
import type { ChangeFilters } from '../data/use-filters';
import type { ListFilters } from '../model/list-filters';
import { FilterField } from './filter-field';

interface SearchFiltersProps {
  filters: ListFilters;
  /** Managers also choose whose conversations. */
  byUser: boolean;
  onChange: ChangeFilters;
}

/** What narrows the search: tags, and for managers attendants. */
export default function SearchFilters({ filters, byUser, onChange }: SearchFiltersProps) {
  const translate = useTranslate();
  const tags = useQuery({ queryKey: keys.tags, queryFn: ({ signal }) => fetchTags(signal) });
  const users = useQuery({ queryKey: keys.users, queryFn: ({ signal }) => fetchUsers(signal), enabled: byUser });
  return (
    <>
      <FilterField
        label={translate('list.tags')}
        nothing={translate('list.no_tags')}
        options={tags.data}
        value={filters.tags}
        onChange={(ids) => onChange({ tags: ids })}
      />
      {byUser && (
        <FilterField
          label={translate('list.users')}
          nothing={translate('list.no_users')}
          options={users.data}
          value={filters.users}
          onChange={(ids) => onChange({ users: ids })}
        />
      )}
    </>
  );
}
