import { useQuery } from '@tanstack/react-query';
import { required, SelectInput, useLocaleState, useTranslate } from 'react-admin';
import { api } from '../../providers/http';

interface PlanOffer {
  id: number;
  name: string;
  users: number;
  connections: number;
  /** Reais a month. */
  value: number;
}

const rules = [required('app.signup.required')];

/** The plans on offer, each with what it costs and gives room to. */
export function PlanInput() {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const { data = [], isPending } = useQuery({
    queryKey: ['plans', 'offers'],
    queryFn: ({ signal }) => api<PlanOffer[]>('/plans/list', { signal }),
  });
  const price = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' });
  const choices = data.map(({ id, name, users, connections, value }) => ({
    id,
    name: translate('app.signup.offer', { name, users, connections, price: price.format(value) }),
  }));
  return (
    <SelectInput
      source="planId"
      margin="none"
      label="app.signup.plan"
      choices={choices}
      isPending={isPending}
      validate={rules}
      translateChoice={false}
      helperText={false}
    />
  );
}
