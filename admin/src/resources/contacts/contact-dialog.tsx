import { type RaRecord, ResourceContextProvider } from 'react-admin';
import { AutoForm } from '../../schema/auto-form';
import { useResources } from '../../schema/resources';

interface ContactDialogProps {
  /** null adds one. */
  contactId: number | null;
  /** Initial values of a new one. */
  start?: Record<string, unknown>;
  onSaved?: (contact: RaRecord) => void;
  onClose: () => void;
}

/** The generated form of a contact over any page. */
export default function ContactDialog({ contactId, start, onSaved, onClose }: ContactDialogProps) {
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
