import Add from '@mui/icons-material/Add';
import { Box, Button } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import type { Schemas } from '../../../providers/api-types';
import type { ResourceOverrides } from '../../../schema/overrides';
import type { FieldProps } from '../../../schema/registry';
import type { ResourceView } from '../../../schema/types';
import { ItemTools } from './item-tools';

type Item = Schemas['ContactListItemRecord'];

/** Names and values on one line. */
function Variables({ record }: FieldProps) {
  const { variables } = record as FieldProps['record'] & Item;
  if (variables.length === 0) return '–';
  return (
    <Box component="span" title={variables.map(({ name, value }) => `${name}: ${value}`).join('\n')}>
      {variables.map(({ name, value }) => `${name}: ${value}`).join(' · ')}
    </Box>
  );
}

/** A new one begins with the list that is shown. */
function AddItem({ view }: { view: ResourceView }) {
  const translate = useTranslate();
  const { search } = useLocation();
  const { contactListId } = useListContext().filterValues;
  return (
    <Button
      variant="contained"
      startIcon={<Add />}
      component={Link}
      to={{ pathname: `/${view.screenPath}/create`, search }}
      state={{ start: contactListId === undefined ? {} : { contactListId } }}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {translate('ra.action.create')}
    </Button>
  );
}

export const overrides: ResourceOverrides = {
  resource: 'contact-list-items',
  fields: { variables: Variables },
  scope: 'contactListId',
  add: AddItem,
  tools: ItemTools,
};
