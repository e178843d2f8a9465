import TextField from '@mui/material/TextField';
import { useListContext, useTranslate } from 'react-admin';

/** A year that is still being typed is no day to ask for. */
const askable = /^((19|20|21)\d{2}-\d{2}-\d{2})?$/;

/** Narrows the list to records of some days, either end open. */
export function DaysFilter() {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const change = (name: string, day: string) => {
    const { [name]: _, ...others } = filterValues;
    if (askable.test(day)) setFilters(day === '' ? others : { ...others, [name]: day });
  };
  return (['dateStart', 'dateEnd'] as const).map((name) => (
    <TextField
      key={name}
      type="date"
      label={translate(`app.list.${name}`)}
      defaultValue={String(filterValues[name] ?? '')}
      onChange={(event) => change(name, event.target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ flex: '1 1 150px', maxWidth: { sm: 180 } }}
    />
  ));
}
