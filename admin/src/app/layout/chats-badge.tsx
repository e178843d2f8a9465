import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useUnreadChats } from '../../conversation/data/use-chats';
import { useResources } from '../../schema/resources';
import { Spoken } from '../../shared/spoken';

/** The menu entry with the badge. */
export const chatsPath = '/chats';

/** Whether the plan of the company has the internal chat. */
export function useHasChats(): boolean {
  const page = useResources().pages.find(({ name }) => name === 'chats');
  return page !== undefined && !page.locked;
}

/** On the menu entry while something is unread. */
export function ChatsBadge() {
  const translate = useTranslate();
  if (useUnreadChats() === 0) return null;
  return (
    <Box
      component="span"
      sx={{
        position: 'absolute',
        left: 27,
        top: 7,
        width: 9,
        height: 9,
        borderRadius: '50%',
        bgcolor: 'atende.badge',
      }}
    >
      <Spoken>({translate('chats.unread_badge')})</Spoken>
    </Box>
  );
}
