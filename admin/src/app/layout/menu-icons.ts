import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import Apartment from '@mui/icons-material/ApartmentOutlined';
import Api from '@mui/icons-material/ApiOutlined';
import Assessment from '@mui/icons-material/AssessmentOutlined';
import AttachFile from '@mui/icons-material/AttachFileOutlined';
import AutoAwesome from '@mui/icons-material/AutoAwesomeOutlined';
import Bolt from '@mui/icons-material/BoltOutlined';
import Campaign from '@mui/icons-material/CampaignOutlined';
import CardMembership from '@mui/icons-material/CardMembershipOutlined';
import Chat from '@mui/icons-material/ChatOutlined';
import Circle from '@mui/icons-material/CircleOutlined';
import Code from '@mui/icons-material/CodeOutlined';
import Contacts from '@mui/icons-material/ContactsOutlined';
import Event from '@mui/icons-material/EventOutlined';
import Extension from '@mui/icons-material/ExtensionOutlined';
import Folder from '@mui/icons-material/FolderOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import Group from '@mui/icons-material/GroupOutlined';
import Help from '@mui/icons-material/HelpOutlineOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import Hub from '@mui/icons-material/HubOutlined';
import Insights from '@mui/icons-material/InsightsOutlined';
import Label from '@mui/icons-material/LabelOutlined';
import PersonSearch from '@mui/icons-material/PersonSearchOutlined';
import PhoneAndroid from '@mui/icons-material/PhoneAndroidOutlined';
import ReportProblem from '@mui/icons-material/ReportProblemOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import School from '@mui/icons-material/SchoolOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import SmartToy from '@mui/icons-material/SmartToyOutlined';
import Sms from '@mui/icons-material/SmsOutlined';
import Sync from '@mui/icons-material/SyncOutlined';
import ViewKanban from '@mui/icons-material/ViewKanbanOutlined';
import type SvgIcon from '@mui/material/SvgIcon';

const icons: Record<string, typeof SvgIcon> = {
  AccountTree,
  Announcement: Campaign,
  Apartment,
  Api,
  Assessment,
  AttachFile,
  AutoAwesome,
  BarChart: Assessment,
  Bolt,
  Business: Apartment,
  Campaign,
  CardMembership,
  Chat,
  Code,
  ContactPhone: Contacts,
  Contacts,
  Event,
  Extension,
  FlashOn: Bolt,
  Folder,
  Forum,
  Group,
  Groups: Group,
  Help,
  HelpOutline: Help,
  History,
  Hub,
  Insights,
  Label,
  LocalOffer: Label,
  Payments: CardMembership,
  People: Group,
  Person: Group,
  PersonSearch,
  PhoneAndroid,
  QuestionAnswer: Forum,
  ReportProblem,
  Schedule,
  School,
  Sell: Label,
  Settings,
  Smartphone: PhoneAndroid,
  SmartToy,
  Sms,
  Sync,
  SyncAlt: Sync,
  ViewKanban,
  WhatsApp: Chat,
};

/** The picture of a menu entry by the name the server gives; a name not known here gets a plain ring. */
export function menuIcon(name: string): typeof SvgIcon {
  return icons[name.replace(/(Outlined|Rounded|Sharp)$/, '')] ?? Circle;
}
