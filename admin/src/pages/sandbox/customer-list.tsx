import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../shared/avatar';
import { EmptyState } from '../../shared/empty-state';
import { formatPhone } from '../../shared/format';
import { textSize } from '../../shared/type-scale';
import { previewText } from '../tickets/list/preview';
import { Pill } from '../tickets/list/row-styles';
import type { Customer } from './types';

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

function lastLine({ lastMessage, lastMessageType, number }: Customer, translate: (key: string) => string): string {
  return previewText(lastMessage, lastMessageType, translate) || formatPhone(number);
}

interface CustomerListProps {
  customers: readonly Customer[];
  onOpen: (number: string) => void;
}

/** The customers of this phone. */
export function CustomerList({ customers, onOpen }: CustomerListProps) {
  const translate = useTranslate();
  if (customers.length === 0)
    return (
      <EmptyState
        title={translate('workspace.sandbox.no_customers')}
        message={translate('workspace.sandbox.no_customers_message')}
      />
    );
  return (
    <Box
      component="ul"
      aria-label={translate('workspace.sandbox.customers')}
      sx={{ m: 0, p: 0, listStyle: 'none', overflowY: 'auto', minHeight: 0 }}
    >
      {customers.map((customer) => (
        <li key={customer.number}>
          <ButtonBase
            onClick={() => onOpen(customer.number)}
            sx={{
              width: '100%',
              fontFamily: 'inherit',
              gap: 1.5,
              px: 2,
              py: 1.25,
              justifyContent: 'flex-start',
              textAlign: 'left',
              borderBottom: 1,
              borderColor: 'atende.lineSoft',
              '&:hover': { bgcolor: 'atende.hover' },
            }}
          >
            <Avatar name={customer.name} size={42} seed={customer.contactId ?? customer.number} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ ...cut, fontWeight: 600 }}>{customer.name}</Box>
              <Box sx={{ ...cut, fontSize: textSize.small, color: 'text.secondary' }}>
                {lastLine(customer, translate)}
              </Box>
            </Box>
            {customer.unread > 0 && (
              <Pill aria-label={translate('workspace.list.unread', { smart_count: customer.unread })} role="img">
                {customer.unread}
              </Pill>
            )}
          </ButtonBase>
        </li>
      ))}
    </Box>
  );
}
