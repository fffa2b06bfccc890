import { useEffect, useState } from 'react'
import type { User } from '#contract/people/identity.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { hasFlag } from '#web/loading/browser-flag.ts'
import { NoticeAction, NoticeLine } from '#web/ui/notice-line.tsx'
import { VerifyCodeForm } from './verify-code-form.tsx'

/** Kept until the person logs out. The inline script of pages reads it too (start-script.ts). */
const closedKey = (user: User) => `lustra.kept.${user.id}.notice-closed`

/**
 * The notice on every screen of a user whose email address is not confirmed. 'Enter code' opens the field for the code.
 * Until then its height is that of its place in the shell, so that nothing moves when it has loaded.
 * rule: email-verification, notice-line
 */
export function VerifyBanner({ user }: { user: User }) {
  const { t } = useTranslation('identity')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // Another person may have put it away since the page was loaded; logout has deleted that.
    if (!hasFlag(closedKey(user))) delete document.documentElement.dataset['noticeClosed']
  }, [user])
  return (
    <section aria-label={t('verify_email.title')}>
      <NoticeLine
        tone="plain"
        onClose={() => closeForADay(user)}
        action={
          !isOpen && (
            <NoticeAction isOpen={false} onPress={() => setOpen(true)}>
              {t('verify_banner.open')}
            </NoticeAction>
          )
        }
      >
        {t('verify_banner.text')}
      </NoticeLine>
      {isOpen && (
        <div className="mx-auto flex w-full max-w-page flex-col gap-2 px-4 pb-3 md:px-8">
          <p className="text-sm wrap-anywhere text-soft">
            {t('verify_banner.sent', { email: user.email })}
          </p>
          <VerifyCodeForm user={user} email={user.email} isFocused />
        </div>
      )}
    </section>
  )
}

/** Hides the notice on every page of the next 24 hours, or until the person logs out. */
function closeForADay(user: User): void {
  // The style sheet removes the place too.
  document.documentElement.dataset['noticeClosed'] = ''
  try {
    localStorage.setItem(closedKey(user), String(Date.now()))
  } catch {
    // The next page shows it again.
  }
}
