import type { RaRecord } from 'react-admin';
import type { Contact } from '../../conversation/model/types';

/** A row of the contact list. */
export type ContactRecord = Contact & { optedOut: boolean; createdAt: string };

export const asContact = (record: RaRecord): ContactRecord => record as ContactRecord;

export interface ContactImport {
  id: number;
  name: string;
  status: 'waiting' | 'running' | 'done' | 'failed';
  total: number;
  position: number;
  created: number;
  skipped: number;
  refused: number;
  errors: { line: number; message: string }[];
  problem: string | null;
}

export const isUnderWay = ({ status }: Pick<ContactImport, 'status'>): boolean =>
  status === 'waiting' || status === 'running';

/** 0 to 100. */
export const percentOf = ({ position, total }: Pick<ContactImport, 'position' | 'total'>): number =>
  total === 0 ? 0 : Math.floor((position / total) * 100);
