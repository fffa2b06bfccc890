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
import { NoticeSwitches } from '#web/features/notices/notice-switches.tsx'
import { PairsPart } from '#web/features/visits/photo-pairs.tsx'

const RELIABILITY = 'reliability'

// One view for the settings and their pages, because each costs the first view of every page some bytes. rule: home-weight
defineView<'page'>('settings', {
  head: ({ t, params: { page } }) => ({
    title: t(page ? 'account:reliability.title' : 'account:title'),
  }),
  redirect: ({ params: { page } }) => (page && page !== RELIABILITY ? '/settings' : undefined),
  Component: ({ params: { page } }) => {
    const isSuspended = useUser()?.suspended
    return page === RELIABILITY && !isSuspended ? <ReliabilityPage /> : <Settings />
  },
})

/** The settings of clients and professionals. Rules: docs/rules/account.md */
function Settings() {
  const { t } = useTranslation(['account', 'notices'])
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
      <PairsPart user={user} />
      <OwnData userId={user.id} />
      <DeleteAccount user={user} />
    </div>
  )
}
