import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { FilterField } from '../../../shared/filter-field';
import { tagsQuery, usersQuery } from '../../data/company-queries';
import type { ChangeFilters } from '../../data/use-filters';
import type { ListFilters } from '../../model/list-filters';

interface SearchFiltersProps {
  filters: ListFilters;
  /** For admins. */
  byUser: boolean;
  onChange: ChangeFilters;
}

export default function SearchFilters({ filters, byUser, onChange }: SearchFiltersProps) {
  const translate = useTranslate();
  const tags = useQuery(tagsQuery);
  const users = useQuery({ ...usersQuery, enabled: byUser });
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
