import type { RaRecord } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';

/** A row of the contact list. */
export type ContactRecord = Schemas['ContactRecord'];

export const asContact = (record: RaRecord): ContactRecord => record as RaRecord & ContactRecord;
