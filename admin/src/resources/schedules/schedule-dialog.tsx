import { ResourceContextProvider } from 'react-admin';
import { AutoForm } from '../../schema/auto-form';
import { useResources } from '../../schema/resources';

interface ScheduleDialogProps {
  /** null schedules a new message. */
  scheduleId: number | null;
  /** Initial values of a new one. */
  start?: Record<string, unknown>;
  onSaved?: () => void;
  onClose: () => void;
}

/** The generated form of a scheduled message over any page. */
export default function ScheduleDialog({ scheduleId, start, onSaved, onClose }: ScheduleDialogProps) {
  const view = useResources().resource('schedules');
  if (!view) return null;
  return (
    <ResourceContextProvider value={view.path}>
      <AutoForm
        view={view}
        id={scheduleId === null ? null : String(scheduleId)}
        start={start}
        onSaved={onSaved}
        onClose={onClose}
      />
    </ResourceContextProvider>
  );
}
