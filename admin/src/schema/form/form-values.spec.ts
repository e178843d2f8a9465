import type { FieldView } from '../types';
import { applies, formValues, payloadOf } from './form-values';

const field = (name: string, over: Partial<FieldView> = {}): FieldView => ({
  name,
  label: name,
  widget: 'text',
  required: false,
  readOnly: false,
  messages: {},
  ...over,
});

const fields = [
  field('name'),
  field('token', { widget: 'secret' }),
  field('queueIds', { widget: 'references' }),
  field('code', { readOnly: true }),
  field('active', { widget: 'flag', default: true }),
];

describe('form values', () => {
  it('starts a new record with the defaults of the server', () => {
    expect(formValues(fields, null)).toEqual({ name: null, token: '', queueIds: [], code: null, active: true });
  });

  it('never shows a secret, and takes related records for their ids', () => {
    const record = { id: 3, name: 'Ana', token: '***', tokenSet: true, queueIds: [{ id: 1 }, { id: 2 }], code: 'A1' };
    expect(formValues(fields, record)).toEqual({
      id: 3,
      name: 'Ana',
      token: '',
      tokenSet: true,
      queueIds: [1, 2],
      code: 'A1',
      active: false,
    });
  });

  it('sends the fields of the form only, without what is read-only and without an untouched secret', () => {
    const values = { id: 3, name: 'Ana', token: '', tokenSet: true, queueIds: [1], code: 'A1', active: false };
    expect(payloadOf(fields, values)).toEqual({ name: 'Ana', queueIds: [1], active: false });
    expect(payloadOf(fields, { ...values, token: 'new' })).toHaveProperty('token', 'new');
  });

  it('shows and sends a conditional field only while its condition holds, by the record where the form has no such field', () => {
    const conditional = [field('account', { when: { field: 'channel', is: ['cloud'] } })];
    const values = formValues(conditional, { id: 3, channel: 'cloud', account: '7' });
    expect(conditional.map((one) => applies(one, values))).toEqual([true]);
    expect(payloadOf(conditional, values)).toEqual({ account: '7' });
    expect(payloadOf(conditional, { ...values, channel: 'test' })).toEqual({});
    expect(payloadOf(conditional, formValues(conditional, null))).toEqual({});
  });
});
