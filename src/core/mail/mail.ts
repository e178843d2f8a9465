export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** Sends mail; resolves when the mail server (or the outbox folder) has accepted it. */
export abstract class Mail {
  abstract send(message: MailMessage): Promise<void>;
}
