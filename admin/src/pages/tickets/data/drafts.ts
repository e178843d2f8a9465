const key = (ticketUuid: string) => `draft:${ticketUuid}`;

/** What was being written, by conversation; survives a reload and the loss of the conversation. */
export const drafts = {
  get: (ticketUuid: string) => localStorage.getItem(key(ticketUuid)) ?? '',
  set(ticketUuid: string, text: string) {
    if (text === '') localStorage.removeItem(key(ticketUuid));
    else localStorage.setItem(key(ticketUuid), text);
  },
};
