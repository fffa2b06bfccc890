import type { User } from '#contract/people/identity.ts'
import { UnreadBadge } from '#web/features/talk/messages/unread-badge.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { agendaAddress } from '#web/router/agenda-address.ts'
import { RECEIPTS, dashboardAddress } from '#web/router/dashboard-address.ts'
import { MESSAGES_PATH } from '#web/router/message-addresses.ts'
import { OWN_PAGE } from '#web/router/own-page-address.ts'
import { CalendarIcon, PersonIcon, SearchIcon, WalletIcon } from '#web/ui/pictures/icons.tsx'
import { HomeIcon, MessageIcon, SunIcon } from '#web/ui/pictures/icons-signed-in.tsx'
import { TabBar } from './tab-bar.tsx'
import type { Tab } from './tab-bar.tsx'
import { SEARCH_SCREENS } from './search-screens.ts'

const YOU_OF_CLIENT = /^\/(settings|homes|decisions|regular-visits)/
const YOU_OF_PROFESSIONAL = /^\/(settings|decisions|regular-visits|dashboard\/(profile|offer|time))/

/** The tabs of a phone for a client or a professional. A suspended person has those that remain. rule: navigation */
export function SignedInTabs({ user, unread }: { user: User; unread: number }) {
  const { t } = useTranslation('app')
  const isClient = user.role === 'client'
  const visits = /^\/(bookings|visits)/
  const you: Tab = {
    href: OWN_PAGE,
    Icon: PersonIcon,
    label: t('nav.you'),
    within: isClient ? YOU_OF_CLIENT : YOU_OF_PROFESSIONAL,
  }
  if (user.suspended) {
    const href = isClient ? '/bookings' : dashboardAddress('bookings')
    return (
      <TabBar tabs={[{ href, Icon: CalendarIcon, label: t('nav.visits'), within: visits }, you]} />
    )
  }
  const messages: Tab = {
    href: MESSAGES_PATH,
    Icon: MessageIcon,
    label: t('nav.messages'),
    within: /^\/messages/,
    badge: <UnreadBadge unread={unread} />,
  }
  return isClient ? (
    <TabBar
      tabs={[
        { href: '/marketplace', Icon: HomeIcon, label: t('nav.home') },
        { href: '/search', Icon: SearchIcon, label: t('nav.search'), within: SEARCH_SCREENS },
        { href: '/bookings', Icon: CalendarIcon, label: t('nav.visits'), within: visits },
        messages,
        you,
      ]}
    />
  ) : (
    <TabBar
      tabs={[
        { href: dashboardAddress(), Icon: SunIcon, label: t('nav.today') },
        { href: agendaAddress(), Icon: CalendarIcon, label: t('nav.schedule'), within: visits },
        messages,
        {
          href: RECEIPTS,
          Icon: WalletIcon,
          label: t('nav.earnings'),
          within: /^\/(invoices|dashboard\/(leads|billing))/,
        },
        you,
      ]}
    />
  )
}
