import { type Localized, t } from '../../../../core/i18n.js';

export type ContactColumn = 'name' | 'number' | 'email';

/** What each cell of a line is. */
export type Column = ContactColumn | { readonly info: string } | null;

/** Columns of spreadsheets: headings of the export, which the import knows in every language, and what else it takes. */
export const contactColumns: Readonly<Record<ContactColumn, { heading: Localized; also: readonly string[] }>> = {
  name: { heading: t('nome', 'name', 'nombre'), also: ['contato', 'contact', 'contacto'] },
  number: {
    heading: t('numero', 'number', 'numero'),
    also: ['telefone', 'telefono', 'phone', 'fone', 'celular', 'whatsapp', 'mobile'],
  },
  email: { heading: t('email', 'email', 'email'), also: ['mail', 'correo', 'correoelectronico'] },
};
