import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../providers/api-types';
import { api } from '../../providers/http';
import { useSessionUser } from '../../providers/session-user';
import type { ResourceOverrides } from '../../schema/overrides';
import type { FieldView } from '../../schema/types';
import { lazyComponent } from '../../shared/lazy-component';
import { HoursInput } from './hours-input';

/** Hours of departments count only while the setting says so (spec 002 §2). */
function useFields(fields: FieldView[]): FieldView[] {
  const { companyId } = useSessionUser();
  const { data } = useQuery({
    queryKey: ['settings', companyId],
    queryFn: ({ signal }) => api<Schemas['SettingValue'][]>('/settings', { signal }),
  });
  const own = data?.some(({ key, value }) => key === 'scheduleType' && value === 'queue');
  return own ? fields : fields.filter(({ name }) => name !== 'schedules');
}

export const overrides: ResourceOverrides = {
  inputs: { schedules: HoursInput },
  useFields,
  tabs: [
    {
      label: 'departments.menu',
      afterSaving: 'departments.menu_after_saving',
      Content: lazyComponent(() => import('./options-tab')),
    },
  ],
  list: lazyComponent(() => import('./department-list')),
};
