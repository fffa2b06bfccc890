import { useUser } from '#web/session/session.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import { DeleteAccount } from '#web/features/account/delete-account.tsx'
import { Details } from '#web/features/account/details.tsx'
import { EmailPart } from '#web/features/account/email-part.tsx'
import { OwnData } from '#web/features/account/own-data.tsx'
import { LinkRow } from '#web/ui/link-row.tsx'
import { PasswordForm } from '#web/features/account/security/password-form.tsx'
import { ReliabilityPage } from '#web/features/account/reliability.tsx'
import { SecurityPage } from '#web/features/account/security/security.tsx'
import { OwnReports } from '#web/features/trust/reports/own-reports.tsx'
import { SafetyContactPart } from '#web/features/visits/safety/contact-form.tsx'
import { NoticeSwitches } from '#web/features/talk/notices/notice-switches.tsx'
import { PushDeviceSwitch } from '#web/features/talk/notices/push-device-switch.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { PairsPart } from '#web/features/visits/work/pairs-part.tsx'

/** The pages at `/settings/…`, and their titles. */
const PAGES = {
  notices: { title: 'notices:settings', Component: NoticeSettings },
  reliability: { title: 'account:reliability.title', Component: ReliabilityPage },
  safety: { title: 'safety:title', Component: SafetySettings },
  security: { title: 'security:title', Component: SecurityPage },
} as const
/** The pages that a suspended person still has. rule: suspension */
const PAGES_OF_SUSPENDED: readonly (string | undefined)[] = ['notices', 'security']
const isPage = (name: string): name is keyof typeof PAGES => Object.hasOwn(PAGES, name)

// One view for the settings and their pages, because each costs the first view of every page some bytes.
// rule: first-view
defineView<'page'>('settings', {
  head: ({ t, params: { page } }) => ({
    title: t(isPage(page) ? PAGES[page].title : 'account:title'),
  }),
  redirect: ({ params: { page }, user }) => {
    const isShown = page === 'safety' ? user?.role === 'professional' : !page || isPage(page)
    return isShown ? undefined : '/settings'
  },
  Component: ({ params: { page } }) => {
    const isClosed = useUser()?.suspended && !PAGES_OF_SUSPENDED.includes(page)
    if (!isPage(page) || isClosed) return <Settings />
    const { Component } = PAGES[page]
    return (
      <div className="page flex max-w-200 flex-col gap-6">
        <BackToSettings />
        <Component />
      </div>
    )
  },
})

function BackToSettings() {
  const { t } = useTranslation('account')
  return <TextLink href="/settings">{t('title')}</TextLink>
}

function NoticeSettings() {
  const { t } = useTranslation('notices')
  return (
    <>
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl md:text-3xl">{t('settings')}</h1>
        <p className="measure text-soft">{t('settings_help')}</p>
      </header>
      <PushDeviceSwitch />
      <NoticeSwitches />
    </>
  )
}

/** The contact of a professional. rule: safety-timer */
function SafetySettings() {
  const { t } = useTranslation('safety')
  const user = useUser()
  return (
    <>
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
        <p className="measure text-soft">{t('intro')}</p>
      </header>
      {user && <SafetyContactPart userId={user.id} />}
    </>
  )
}

/** The settings of clients and professionals. Rules: docs/rules/account.md */
function Settings() {
  const { t } = useTranslation(['account', 'notices', 'safety', 'security'])
  const user = useUser()
  if (!user) return null
  return (
    <div className="page max-w-240">
      <header className="pb-8">
        <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
      </header>
      <Details userId={user.id} email={user.email} />
      <EmailPart user={user} />
      <div className="card divide-y divide-line">
        <LinkRow href="/settings/security" text={t('security:title')} />
        <PasswordForm userId={user.id} />
        <LinkRow href="/settings/notices" text={t('notices:settings')} />
        {user.role === 'professional' && (
          <LinkRow href="/settings/safety" text={t('safety:title')} />
        )}
        {!user.suspended && <LinkRow href="/settings/reliability" text={t('reliability.title')} />}
        <PairsPart user={user} />
        <OwnReports userId={user.id} />
        <OwnData userId={user.id} />
        <DeleteAccount user={user} />
      </div>
    </div>
  )
}
