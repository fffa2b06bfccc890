import { Suspense, useState } from 'react'
import type { User } from '#contract/people/identity.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { OWN_OFFER, PROFILE_FORM, WORKING_HOURS } from '#web/router/dashboard-address.ts'
import { defineView } from '#web/router/view.ts'
import { useLogOutAndNavigate } from '#web/session/log-out.ts'
import { useUser } from '#web/session/session.ts'
import { LanguageChoice } from '#web/shell/language-choice.tsx'
import { SiteLinks } from '#web/shell/site-links.tsx'
import { LinkRow, ROW } from '#web/ui/link-row.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'

const InstallDialog = lazyPart(() => import('#web/shell/install/install-dialog.tsx'))

defineView('you', {
  head: ({ t }) => ({ title: t('app:nav.you') }),
  Component: You,
})

/** One list of all that belongs to the account. On a phone it is the last tab. rule: navigation */
function You() {
  const { t } = useTranslation('app')
  const user = useUser()
  const logOut = useLogOutAndNavigate()
  if (!user) return null
  return (
    <div className="page flex max-w-160 flex-col gap-4">
      <header>
        <h1 className="text-2xl">
          {user.first_name} {user.last_name}
        </h1>
        <p className="wrap-anywhere text-soft">{user.email}</p>
      </header>
      {!user.suspended && <OwnLinks user={user} />}
      <AccountLinks />
      <div className="card flex flex-col gap-3 px-4 py-3">
        <LanguageChoice />
        <SiteLinks />
      </div>
      <ul className="card divide-y divide-line overflow-clip">
        <li className="[@media(display-mode:standalone)]:hidden">
          <Install />
        </li>
        <li>
          <button type="button" className={ROW} onClick={logOut}>
            {t('logout')}
          </button>
        </li>
      </ul>
    </div>
  )
}

type RowLink = { href: string; text: string }

function Rows({ links }: { links: readonly RowLink[] }) {
  return (
    <ul className="card divide-y divide-line overflow-clip">
      {links.map(({ href, text }) => (
        <li key={href}>
          <LinkRow href={href} text={text} />
        </li>
      ))}
    </ul>
  )
}

/** The screens on which a client or a professional states facts. */
function OwnLinks({ user }: { user: User }) {
  const { t } = useTranslation(['homes', 'series', 'dashboard', 'billing', 'safety'])
  const series = { href: '/regular-visits', text: t('series:title') }
  if (user.role === 'client')
    return <Rows links={[{ href: '/homes', text: t('homes:title') }, series]} />
  return (
    <Rows
      links={[
        { href: PROFILE_FORM, text: t('dashboard:edit_profile') },
        { href: OWN_OFFER, text: t('dashboard:offer') },
        { href: WORKING_HOURS, text: t('dashboard:hours') },
        series,
        { href: '/dashboard/leads', text: t('billing:ledger.title') },
        { href: '/dashboard/billing', text: t('billing:history.title') },
        { href: '/settings/safety', text: t('safety:title') },
      ]}
    />
  )
}

function AccountLinks() {
  const { t } = useTranslation(['app', 'security', 'notices'])
  return (
    <Rows
      links={[
        { href: '/settings', text: t('app:nav.settings') },
        { href: '/settings/security', text: t('security:title') },
        { href: '/settings/notices', text: t('notices:settings') },
      ]}
    />
  )
}

/** The way to install the app when its floating button was put away. rule: install-button */
function Install() {
  const { t } = useTranslation('app')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={ROW} onClick={() => setOpen(true)}>
        {t('install.open')}
      </button>
      {isOpen && (
        <Suspense>
          <InstallDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
