import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import Apartment from '@mui/icons-material/ApartmentOutlined';
import Bolt from '@mui/icons-material/BoltOutlined';
import Circle from '@mui/icons-material/CircleOutlined';
import Contacts from '@mui/icons-material/ContactsOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import Group from '@mui/icons-material/GroupOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import Label from '@mui/icons-material/LabelOutlined';
import PhoneAndroid from '@mui/icons-material/PhoneAndroidOutlined';
import ReportProblem from '@mui/icons-material/ReportProblemOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import Sync from '@mui/icons-material/SyncOutlined';
import type SvgIcon from '@mui/material/SvgIcon';

const icons: Record<string, typeof SvgIcon> = {
  AccountTree,
  Business: Apartment,
  ContactPhone: Contacts,
  FlashOn: Bolt,
  Forum,
  Group,
  History,
  LocalOffer: Label,
  PhoneAndroid,
  ReportProblem,
  Sell: Label,
  Settings,
  SyncAlt: Sync,
};

/** The icon of a menu entry, by the name that the server sends; a ring for an unknown one. */
export function menuIcon(name: string): typeof SvgIcon {
  return icons[name] ?? Circle;
}
