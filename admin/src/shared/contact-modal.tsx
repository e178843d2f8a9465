import { type RaRecord, ResourceContextProvider } from 'react-admin';
import { AutoForm } from '../schema/auto-form';
import { useResources } from '../schema/resources';

interface ContactModalProps {
  /** null adds one. */
  contactId: number | null;
  /** What is known of a new one already. */
  start?: Record<string, unknown>;
  onSaved?: (contact: RaRecord) => void;
  onClose: () => void;
}

/** The form of a contact over whatever screen stands there; loaded when it is first asked for. */
export default function ContactModal({ contactId, start, onSaved, onClose }: ContactModalProps) {
  const view = useResources().resource('contacts');
  if (!view) return null;
  return (
    <ResourceContextProvider value={view.path}>
      <AutoForm
        view={view}
        id={contactId === null ? null : String(contactId)}
        start={start}
        onSaved={onSaved}
        onClose={onClose}
      />
    </ResourceContextProvider>
  );
}
