import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined';
import Search from '@mui/icons-material/SearchOutlined';
import { Box, Tab, Tabs } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ListTab } from '../../../../conversation/model/list-filters';
import { Spoken } from '../../../../shared/spoken';
import { textSize } from '../../../../shared/type-scale';

const tabs = [
  { name: 'open', Icon: Forum },
  { name: 'pending', Icon: HourglassEmpty },
  { name: 'closed', Icon: CheckCircle },
  { name: 'search', Icon: Search },
] as const;

function Count({ value, urgent }: { value: number; urgent: boolean }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        position: 'absolute',
        left: 'calc(50% + 4px)',
        top: 4,
        px: 0.625,
        borderRadius: '8px',
        fontSize: textSize.micro,
        fontWeight: 700,
        lineHeight: '15px',
        color: urgent ? '#fff' : 'primary.contrastText',
        bgcolor: urgent ? 'atende.badge' : 'primary.main',
      }}
    >
      {value > 999 ? '999+' : value}
    </Box>
  );
}

interface ListTabsProps {
  value: ListTab;
  counters: { open: number; pending: number } | undefined;
  panelId: string;
  onChange: (tab: ListTab) => void;
}

export function ListTabs({ value, counters, panelId, onChange }: ListTabsProps) {
  const translate = useTranslate();
  const countOf = (name: ListTab) => (name === 'open' || name === 'pending' ? (counters?.[name] ?? 0) : 0);
  return (
    <Tabs
      variant="fullWidth"
      value={value}
      onChange={(_, tab: ListTab) => onChange(tab)}
      aria-label={translate('workspace.list.tabs')}
      sx={{ flex: 'none', borderTop: 1, borderColor: 'divider', '& .MuiTabs-indicator': { display: 'none' } }}
    >
      {tabs.map(({ name, Icon }) => {
        const label = translate(`workspace.list.${name}`);
        const count = countOf(name);
        return (
          <Tab
            key={name}
            value={name}
            id={`${panelId}-${name}`}
            aria-controls={panelId}
            label={
              <span>
                {label}
                {count > 0 && <Spoken>: {count}</Spoken>}
              </span>
            }
            icon={
              <Box component="span" sx={{ display: 'contents' }}>
                <Icon aria-hidden />
                {count > 0 && <Count value={count} urgent={name === 'pending'} />}
              </Box>
            }
            sx={{
              minWidth: 0,
              minHeight: 56,
              px: 0.5,
              pt: 1,
              pb: 1,
              fontSize: textSize.caption,
              gap: '2px',
              '& .MuiTab-icon': { mb: 0 },
              '&.Mui-selected': { fontWeight: 600 },
            }}
          />
        );
      })}
    </Tabs>
  );
}
