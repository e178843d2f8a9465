import PersonAdd from '@mui/icons-material/PersonAddAltOutlined';
import { Box, Button, ButtonBase, Skeleton, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { previewText } from '../../../conversation/ui/messages/message-preview';
import { Avatar } from '../../../shared/avatar';
import { CountPill } from '../../../shared/count-pill';
import { ellipsis } from '../../../shared/ellipsis';
import { EmptyState } from '../../../shared/empty-state';
import { formatPhone } from '../../../shared/format';
import { PhoneFrame } from '../../../shared/phone-frame';
import { textSize } from '../../../shared/type-scale';
import { type Customer, fetchCustomers, sandboxKeys } from './api';
import { CustomerChat, phoneHeader } from './customer-chat';
import { NewCustomerDialog } from './new-customer-dialog';
import { addCustomer } from './sandbox-state';

interface CustomersProps {
  customers: readonly Customer[] | undefined;
  onOpen: (number: string) => void;
}

function CustomerList({ customers, onOpen }: CustomersProps) {
  const translate = useTranslate();
  if (!customers) return <Skeleton variant="rounded" height={64} sx={{ m: 2 }} />;
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
      {customers.map(({ contactId, number, name, unread, lastMessage, lastMessageType }) => (
        <li key={number}>
          <ButtonBase
            onClick={() => onOpen(number)}
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
            <Avatar name={name} size={42} seed={contactId ?? number} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ ...ellipsis, fontWeight: 600 }}>{name}</Box>
              <Box sx={{ ...ellipsis, fontSize: textSize.small, color: 'text.secondary' }}>
                {previewText(lastMessage, lastMessageType, translate) || formatPhone(number)}
              </Box>
            </Box>
            {unread > 0 && (
              <CountPill role="img" aria-label={translate('workspace.list.unread', { smart_count: unread })}>
                {unread}
              </CountPill>
            )}
          </ButtonBase>
        </li>
      ))}
    </Box>
  );
}

function Customers({ onNew, ...list }: CustomersProps & { onNew: () => void }) {
  const translate = useTranslate();
  return (
    <>
      <Box component="header" sx={{ ...phoneHeader, px: 2, py: 1.25 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {translate('workspace.sandbox.customers')}
        </Typography>
        <Button variant="contained" size="small" startIcon={<PersonAdd />} onClick={onNew}>
          {translate('workspace.sandbox.new_customer')}
        </Button>
      </Box>
      <Box sx={{ minHeight: 0, display: 'grid', bgcolor: 'background.paper' }}>
        <CustomerList {...list} />
      </Box>
    </>
  );
}

export function Phone({ connectionId }: { connectionId: number }) {
  const translate = useTranslate();
  const client = useQueryClient();
  const { data: stored } = useQuery<readonly Customer[]>({
    queryKey: sandboxKeys.customers(connectionId),
    queryFn: ({ signal }) => fetchCustomers(connectionId, signal),
  });
  /** Customers without a message yet, which only this page knows. */
  const [invented, setInvented] = useState<readonly Customer[]>([]);
  const [openNumber, setOpenNumber] = useState<string | null>(null);
  const [creating, setCreating] = useState(false);
  const customers = stored && invented.reduce(addCustomer, stored);
  const open = customers?.find(({ number }) => number === openNumber);
  function create(customer: Customer) {
    setInvented((current) => addCustomer(current, customer));
    setOpenNumber(customer.number);
    setCreating(false);
    void client.invalidateQueries({ queryKey: sandboxKeys.customers(connectionId) });
  }
  return (
    <PhoneFrame
      label={open ? translate('workspace.sandbox.phone_of', { name: open.name }) : translate('workspace.sandbox.title')}
    >
      {open ? (
        <CustomerChat
          key={open.number}
          connectionId={connectionId}
          customer={open}
          onBack={() => setOpenNumber(null)}
        />
      ) : (
        <Customers customers={customers} onOpen={setOpenNumber} onNew={() => setCreating(true)} />
      )}
      {creating && <NewCustomerDialog onCreate={create} onClose={() => setCreating(false)} />}
    </PhoneFrame>
  );
}
