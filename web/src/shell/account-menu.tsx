import { useId, useRef } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { User } from '#contract/people/identity.ts'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { SiteLinks } from './site-links.tsx'
import { useLogOutAndNavigate } from '#web/session/log-out.ts'

const ITEM = 'flex min-h-11 w-full items-center rounded-md px-3 text-left font-medium hover:bg-mint'

/** The welcome text, which opens the account menu. A phone has the screen 'You' instead. rule: navigation */
export function AccountMenu({ user }: { user: User }) {
  const { t } = useTranslation('app')
  const logOut = useLogOutAndNavigate()
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => menu.current?.hidePopover()

  return (
    <div className="relative min-w-0 max-md:hidden">
      <button
        type="button"
        popoverTarget={id}
        className="flex min-h-11 w-full max-w-56 items-center gap-2 rounded-md px-2 font-medium hover:bg-mint md:px-3"
      >
        <span className="truncate">{t('welcome', { name: user.first_name })}</span>
        <ChevronDownIcon className="size-4 shrink-0 text-soft" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="absolute inset-auto top-14 right-4 w-72 rounded-lg border border-line bg-raised p-2 text-ink shadow-float open:animate-slide md:right-[max(2rem,calc(50vw-36rem))]"
      >
        <p className="wrap-anywhere px-3 py-2 text-sm text-soft">{user.email}</p>
        <Link href="/settings" className={ITEM} onClick={close}>
          {t('nav.settings')}
        </Link>
        <div className="my-1 flex flex-col gap-1 border-y border-line px-3 py-2">
          <LanguageChoice />
          <SiteLinks onFollow={close} />
        </div>
        <button
          type="button"
          className={`${ITEM} lg:hidden`}
          onClick={() => {
            close()
            logOut()
          }}
        >
          {t('logout')}
        </button>
      </div>
    </div>
  )
}
