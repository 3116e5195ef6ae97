import {
  type Icon,
  IconAddressBook,
  IconBriefcase,
  IconBuilding,
  IconCalendar,
  IconChartBar,
  IconChartPie,
  IconCheckbox,
  IconCoin,
  IconFileText,
  IconFlag,
  IconFolder,
  IconHeart,
  IconLayoutKanban,
  IconLifebuoy,
  IconList,
  IconMail,
  IconMessage,
  IconPackage,
  IconPhone,
  IconSettings,
  IconShoppingCart,
  IconSpeakerphone,
  IconStar,
  IconTarget,
  IconTicket,
  IconTool,
  IconTruck,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';

/**
 * The icons that screens and workspaces may use, by their Tabler names. The complete set would be larger than the
 * console.
 */
export const namedIcons: Readonly<Record<string, Icon>> = {
  'address-book': IconAddressBook,
  briefcase: IconBriefcase,
  building: IconBuilding,
  calendar: IconCalendar,
  'chart-bar': IconChartBar,
  'chart-pie': IconChartPie,
  checkbox: IconCheckbox,
  coin: IconCoin,
  'file-text': IconFileText,
  flag: IconFlag,
  folder: IconFolder,
  heart: IconHeart,
  'layout-kanban': IconLayoutKanban,
  lifebuoy: IconLifebuoy,
  list: IconList,
  mail: IconMail,
  message: IconMessage,
  package: IconPackage,
  phone: IconPhone,
  settings: IconSettings,
  'shopping-cart': IconShoppingCart,
  speakerphone: IconSpeakerphone,
  star: IconStar,
  target: IconTarget,
  ticket: IconTicket,
  tool: IconTool,
  truck: IconTruck,
  users: IconUsers,
  world: IconWorld,
};

const byLayout: Readonly<Record<string, Icon>> = {
  kanban: IconLayoutKanban,
  calendar: IconCalendar,
  dashboard: IconChartBar,
  form: IconFileText,
};

interface NamedIconProps {
  readonly name: string | null | undefined;
  /** The layout of the screen, whose icon is used for unknown names. */
  readonly layout?: string;
  readonly size?: number;
}

export function NamedIcon({ name, layout, size = 16 }: NamedIconProps) {
  const Icon = namedIcons[name ?? ''] ?? byLayout[layout ?? ''] ?? IconList;
  return <Icon size={size} stroke={1.6} aria-hidden style={{ flexShrink: 0 }} />;
}
