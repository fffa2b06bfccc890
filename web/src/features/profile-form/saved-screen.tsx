import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { REDIRECT_AFTER_PROFILE_MS } from '#contract/product.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { ActivationPrompt } from './activation-prompt.tsx'

const DASHBOARD = '/dashboard'

/** Confirms the save and opens the dashboard; a new profile gets the activation prompt first. rule: profile-saved */
export function SavedScreen({ userId, created }: { userId: string; created: boolean }) {
  const { t } = useTranslation('profile')
  const [, navigate] = useLocation()
  const [isPrompting, setPrompting] = useState(created)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isPrompting) return undefined
    heading.current?.focus()
    const timer = setTimeout(() => navigate(DASHBOARD), REDIRECT_AFTER_PROFILE_MS)
    return () => clearTimeout(timer)
  }, [isPrompting, navigate])

  return (
    <>
      <section className="page grid grow place-content-center justify-items-center gap-4 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-mint text-action">
          <CheckIcon className="size-8" />
        </span>
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none md:text-3xl">
          {created ? t('saved.created') : t('saved.updated')}
        </h1>
        <p role="status" className="text-soft">
          {t('saved.redirecting')}
        </p>
        <Button onClick={() => navigate(DASHBOARD)}>{t('saved.go')}</Button>
      </section>
      {isPrompting && <ActivationPrompt userId={userId} onLater={() => setPrompting(false)} />}
    </>
  )
}
