import { useListContext, useTranslate } from 'react-admin';
import { DateField } from '../../shared/date-field/date-field';

/** Narrows the list to records of some days, either end open. */
export function DaysFilter() {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const change = (name: string, day: string) => {
    const { [name]: _, ...others } = filterValues;
    setFilters(day === '' ? others : { ...others, [name]: day });
  };
  return (['dateStart', 'dateEnd'] as const).map((name) => (
    <DateField
      key={name}
      label={translate(`app.list.${name}`)}
      value={String(filterValues[name] ?? '')}
      onChange={(day) => change(name, day)}
      sx={{ flex: '1 1 160px', maxWidth: { sm: 190 } }}
    />
  ));
}
