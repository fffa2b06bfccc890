import { useUser } from '#web/session/session.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import { DeleteAccount } from '#web/features/account/delete-account.tsx'
import { Details } from '#web/features/account/details.tsx'
import { EmailPart } from '#web/features/account/email-part.tsx'
import { OwnData } from '#web/features/account/own-data.tsx'
import { Part } from '#web/ui/part.tsx'
import { PasswordForm } from '#web/features/account/password-form.tsx'
import { ReliabilityPage, ReliabilityPart } from '#web/features/account/reliability.tsx'
import { SecurityEvents } from '#web/features/account/security-events.tsx'
import { Sessions } from '#web/features/account/sessions.tsx'
import { SafetyContactPart } from '#web/features/safety/contact-form.tsx'
import { NoticeSwitches } from '#web/features/notices/notice-switches.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { PairsPart } from '#web/features/visits/photo-pairs.tsx'

const RELIABILITY = 'reliability'
const SAFETY = 'safety'

// One view for the settings and their pages, because each costs the first view of every page some bytes. rule: home-weight
defineView<'page'>('settings', {
  head: ({ t, params: { page } }) => {
    if (page === SAFETY) return { title: t('safety:title') }
    return { title: t(page ? 'account:reliability.title' : 'account:title') }
  },
  redirect: ({ params: { page }, user }) => {
    const isShown = page === SAFETY ? user?.role === 'professional' : !page || page === RELIABILITY
    return isShown ? undefined : '/settings'
  },
  Component: ({ params: { page } }) => {
    if (useUser()?.suspended || !page) return <Settings />
    return page === SAFETY ? <SafetySettings /> : <ReliabilityPage />
  },
})

/** The contact of a professional. rule: safety-screen */
function SafetySettings() {
  const { t } = useTranslation('safety')
  const user = useUser()
  return (
    <div className="page flex max-w-200 flex-col gap-6">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
        <p className="measure text-soft">{t('intro')}</p>
      </header>
      {user && <SafetyContactPart userId={user.id} />}
    </div>
  )
}

/** The settings of clients and professionals. Rules: docs/rules/account.md */
function Settings() {
  const { t } = useTranslation(['account', 'notices', 'safety'])
  const user = useUser()
  if (!user) return null
  return (
    <div className="page max-w-240">
      <header className="pb-8">
        <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
        <p className="text-soft">{t('intro')}</p>
      </header>
      <Details userId={user.id} email={user.email} />
      <EmailPart user={user} />
      <PasswordForm userId={user.id} />
      <Sessions userId={user.id} />
      <SecurityEvents userId={user.id} />
      <Part content="block" title={t('notices.title')} help={t('notices:settings_help')}>
        <NoticeSwitches />
      </Part>
      {!user.suspended && <ReliabilityPart user={user} />}
      {user.role === 'professional' && (
        <Part content="block" title={t('safety:title')} help={t('safety:intro')}>
          <TextLink href="/settings/safety">{t('safety:open')}</TextLink>
        </Part>
      )}
      <PairsPart user={user} />
      <OwnData userId={user.id} />
      <DeleteAccount user={user} />
    </div>
  )
}
