import { useState } from 'react'
import type { User } from '#contract/people/identity.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { VerifyCodeForm } from './verify-code-form.tsx'

/**
 * The banner on every screen of a user whose email address is not confirmed. 'Confirm' opens the field for the code.
 * Until then its height is that of its place in the shell, so that nothing moves when it has loaded.
 * rule: verify-email-screen
 */
export function VerifyBanner({ user }: { user: User }) {
  const { t } = useTranslation('identity')
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={t('verify_email.title')} className="bg-mint print:hidden">
      <div className="mx-auto flex w-full max-w-page flex-col gap-3 px-4 py-2 md:px-8">
        <div className="verify-place flex min-h-19 items-center justify-between gap-4 sm:min-h-13">
          <p className="measure line-clamp-4 grow text-sm/tight wrap-anywhere sm:line-clamp-2 sm:text-base">
            {t('verify_banner.text', { email: user.email })}
          </p>
          {!isOpen && (
            <Button className="shrink-0" aria-expanded={false} onClick={() => setOpen(true)}>
              {t('verify_banner.confirm')}
            </Button>
          )}
        </div>
        {isOpen && <VerifyCodeForm user={user} email={user.email} isFocused />}
      </div>
    </section>
  )
}
