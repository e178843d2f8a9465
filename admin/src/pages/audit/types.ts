/** One act, as the server tells it in the reader's language. */
export interface AuditEntry {
  id: number;
  createdAt: string;
  /** null: nobody in person. */
  user: { id: number | null; name: string } | null;
  address: string | null;
  kind: string;
  text: string;
  detail: string | null;
  subject: { key: string; name: string } | null;
}

export interface AuditPageAnswer {
  entries: AuditEntry[];
  hasMore: boolean;
  count: number;
  cursor: string | null;
  kinds: { value: string; label: string }[];
}

/** What the address of the page narrows it to. */
export const filterNames = ['userId', 'kind', 'dateStart', 'dateEnd', 'protocol', 'subject'] as const;
export type FilterName = (typeof filterNames)[number];
export type AuditFilters = Partial<Record<FilterName, string>>;
