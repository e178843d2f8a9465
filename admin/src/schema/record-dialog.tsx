import { type RaRecord, ResourceContextProvider } from 'react-admin';
import { AutoForm } from './auto-form';
import { useResources } from './resources';

interface RecordDialogProps {
  resource: string;
  /** null adds a record. */
  id: number | null;
  /** Initial values of a new record. */
  start?: Record<string, unknown>;
  onSaved?: (record: RaRecord) => void;
  onClose: () => void;
}

/** The generated form of a record, shown over any page. */
export default function RecordDialog({ resource, id, start, onSaved, onClose }: RecordDialogProps) {
  const view = useResources().resource(resource);
  if (!view) return null;
  return (
    <ResourceContextProvider value={view.path}>
      <AutoForm view={view} id={id === null ? null : String(id)} start={start} onSaved={onSaved} onClose={onClose} />
    </ResourceContextProvider>
  );
}
