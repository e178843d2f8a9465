import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../providers/api-types';
import { api } from '../providers/http';
import { useSessionUser } from '../providers/session-user';

/** The value of a setting of the company; undefined until it is known. */
export function useSetting(name: string): string | undefined {
  const { companyId } = useSessionUser();
  const { data } = useQuery({
    queryKey: ['settings', companyId],
    queryFn: ({ signal }) => api<Schemas['SettingValue'][]>('/settings', { signal }),
  });
  return data?.find(({ key }) => key === name)?.value;
}
