import { useEffect, useRef } from 'react'
import type { ProfileField } from '#contract/market/profile-checks.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { WarningIcon } from '#web/ui/pictures/icons.tsx'

/** The parts in which a phone shows the form, one at a time. Wider screens show all of them together. */
export const FORM_PARTS = ['you', 'services', 'where', 'photos'] as const
export type FormPart = (typeof FORM_PARTS)[number]

const PARTS: Record<ProfileField, FormPart> = {
  profile_image: 'you',
  full_name: 'you',
  bio: 'you',
  social_media_url: 'you',
  hourly_rate: 'services',
  services_offered: 'services',
  service_areas: 'where',
  base_zip: 'where',
  ssn: 'photos',
}

/** The part that has a field. */
export const partOf = (field: ProfileField): FormPart => PARTS[field]

/** The class of what a phone shows in one part only. */
export const onPhoneIf = (isShown: boolean) => (isShown ? undefined : 'max-md:hidden')

type PartTabsProps = {
  part: FormPart
  /** The parts with fields that failed a check. */
  wrong: readonly FormPart[]
  onOpen: (part: FormPart) => void
}

/** The way through the form on a phone: its parts, the open one, and those with errors. rule: profile-form-screen */
export function PartTabs({ part, wrong, onOpen }: PartTabsProps) {
  const { t } = useTranslation('profile')
  const current = FORM_PARTS.indexOf(part)
  const currentTab = useRef<HTMLButtonElement>(null)
  const before = useRef(part)
  useEffect(() => {
    if (before.current === part) return
    before.current = part
    currentTab.current?.focus()
  }, [part])
  return (
    <nav aria-label={t('parts.label')} className="md:hidden">
      <p className="text-sm text-soft">
        {t('parts.progress', { number: current + 1, count: FORM_PARTS.length })}
      </p>
      <ol className="mt-1 grid grid-cols-4 gap-1.5">
        {FORM_PARTS.map((one, index) => (
          <li key={one} className="flex">
            <button
              type="button"
              ref={one === part ? currentTab : undefined}
              aria-current={one === part ? 'step' : undefined}
              className={classNames(
                'flex min-h-11 min-w-0 grow flex-col items-start justify-start border-t-4 py-1 text-left text-sm wrap-anywhere hyphens-auto',
                index <= current ? 'border-action' : 'border-line',
                one === part ? 'font-semibold' : 'text-soft',
              )}
              onClick={() => onOpen(one)}
            >
              {t(`parts.${one}`)}
              {wrong.includes(one) && (
                <span className="flex items-center gap-1 font-medium text-clay">
                  <WarningIcon className="size-4 shrink-0" />
                  <span className="sr-only">{t('parts.wrong')}</span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
