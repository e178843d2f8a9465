import { useTicket } from './data/use-ticket';
import { ContactPanel } from './contact/contact-panel';
import { OpenedTicket } from './opened-ticket';
import { useContactDrawer } from './use-contact-drawer';
import { type Pane, WorkspaceLayout } from './workspace-layout';
import type { ReactNode } from 'react';

interface ChatSideProps {
  uuid: string;
  list: ReactNode;
  pane: Pane;
  onPane: (pane: Pane) => void;
}

/** The workspace with a conversation opened. */
export function ChatSide({ uuid, list, pane, onPane }: ChatSideProps) {
  const opened = useTicket(uuid);
  const [contactOpen, setContactOpen] = useContactDrawer();
  const close = () => setContactOpen(false);
  return (
    <WorkspaceLayout
      list={list}
      pane={pane}
      onPane={onPane}
      onCloseContact={close}
      chat={<OpenedTicket opened={opened} contactOpen={contactOpen} onContact={() => setContactOpen(!contactOpen)} />}
      contact={contactOpen && opened.ticket ? <ContactPanel ticket={opened.ticket} onClose={close} /> : null}
    />
  );
}
