import type { ResourceOverrides } from '../../../schema/overrides';
import type { FieldView } from '../../../schema/types';
import { lazyComponent } from '../../../shared/lazy-component';
import { useSetting } from '../../../shared/use-setting';
import { HoursInput } from './hours-input';

/** Hours of departments count only while the setting says so (spec 002 §2). */
function useFields(fields: FieldView[]): FieldView[] {
  return useSetting('scheduleType') === 'queue' ? fields : fields.filter(({ name }) => name !== 'schedules');
}

export const overrides: ResourceOverrides = {
  resource: 'queue',
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
