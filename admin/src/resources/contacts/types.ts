import type { RaRecord } from 'react-admin';
import type { Schemas } from '../../providers/api-types';

/** A row of the contact list. */
export type ContactRecord = Schemas['ContactRecord'];

export const asContact = (record: RaRecord): ContactRecord => record as RaRecord & ContactRecord;

export type ContactImport = Schemas['ImportView'];

export const isUnderWay = ({ status }: Pick<ContactImport, 'status'>): boolean =>
  status === 'waiting' || status === 'running';

/** 0 to 100. */
export const percentOf = ({ position, total }: Pick<ContactImport, 'position' | 'total'>): number =>
  total === 0 ? 0 : Math.floor((position / total) * 100);
