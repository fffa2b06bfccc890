import { useId, useRef } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { User } from '#contract/people/identity.ts'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import { landingPath } from '#web/session/next-path.ts'
import { useLogOutAndNavigate } from '#web/session/log-out.ts'

const ITEM = 'flex min-h-11 w-full items-center rounded-md px-3 text-left font-medium hover:bg-mint'

/** The welcome text, which opens the menu of the account. On a phone the menu also holds the header's links. */
export function AccountMenu({ user }: { user: User }) {
  const { t } = useTranslation('app')
  const logOut = useLogOutAndNavigate()
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => menu.current?.hidePopover()

  return (
    <div className="relative min-w-0">
      <button
        type="button"
        popoverTarget={id}
        className="flex min-h-11 w-full max-w-56 items-center gap-2 rounded-md px-2 font-medium md:px-3 hover:bg-mint"
      >
        <span className="truncate max-[26rem]:sr-only">
          {t('welcome', { name: user.first_name })}
        </span>
        {/* A phone has no room for the whole sentence. */}
        <span aria-hidden="true" className="truncate min-[26rem]:hidden">
          {user.first_name}
        </span>
        <ChevronDownIcon className="size-4 shrink-0 text-soft max-[26rem]:hidden" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="absolute inset-auto top-14 right-4 w-72 rounded-lg border border-line bg-raised p-2 text-ink shadow-float open:animate-slide md:right-[max(2rem,calc(50vw-36rem))]"
      >
        <p className="wrap-anywhere px-3 py-2 text-sm text-soft">{user.email}</p>
        <Link href={landingPath(user)} className={`${ITEM} md:hidden`} onClick={close}>
          {t('nav.home')}
        </Link>
        {user.role === 'client' && (
          <Link href="/bookings" className={`${ITEM} md:hidden`} onClick={close}>
            {t('nav.bookings')}
          </Link>
        )}
        <Link href="/settings" className={ITEM} onClick={close}>
          {t('nav.settings')}
        </Link>
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
