import { ResourceContextProvider } from 'react-admin';
import { AutoForm } from '../schema/auto-form';
import { useResources } from '../schema/resources';

interface ContactModalProps {
  /** null adds one. */
  contactId: number | null;
  onClose: () => void;
}

/** The form of a contact over whatever screen stands there; loaded when it is first asked for. */
export default function ContactModal({ contactId, onClose }: ContactModalProps) {
  const view = useResources().resource('contacts');
  if (!view) return null;
  return (
    <ResourceContextProvider value={view.path}>
      <AutoForm view={view} id={contactId === null ? null : String(contactId)} onClose={onClose} />
    </ResourceContextProvider>
  );
}
