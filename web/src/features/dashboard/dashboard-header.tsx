import { useId, useRef } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Link } from 'wouter'
import { useLogOutAndNavigate } from '#web/session/use-log-out-and-navigate.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ChevronDownIcon } from '#web/ui/icons.tsx'
import { dashboardAddress, PROFILE_FORM } from '#web/router/dashboard-address.ts'

type DashboardHeaderProps = {
  hasProfile: boolean
  /** Only an active and subscribed professional shares her profile (professional spec 6). */
  mayShare: boolean
}

/** The screen's name and what belongs to it: in a row, or on the phone in a menu (professional spec 2.3). */
export function DashboardHeader({ hasProfile, mayShare }: DashboardHeaderProps) {
  const { t } = useTranslation(['dashboard', 'app'])
  const leave = useLogOutAndNavigate()
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
      <div className="flex gap-2 max-md:hidden">
        {hasProfile && (
          <ButtonLink href={PROFILE_FORM} look="quiet">
            {t('edit_profile')}
          </ButtonLink>
        )}
        {mayShare && (
          <ButtonLink href={dashboardAddress('share')} look="quiet">
            {t('share.open')}
          </ButtonLink>
        )}
        <ButtonLink href="/settings" look="quiet">
          {t('app:nav.settings')}
        </ButtonLink>
        {/* Wider screens have it in their first line. */}
        <Button look="quiet" className="lg:hidden" onClick={leave}>
          {t('app:logout')}
        </Button>
      </div>
      <MobileMenu hasProfile={hasProfile} mayShare={mayShare} onLeave={leave} />
    </header>
  )
}

const ITEM = 'flex min-h-11 w-full items-center rounded-md px-3 text-left font-medium hover:bg-mint'

function MobileMenu({
  hasProfile,
  mayShare,
  onLeave,
}: DashboardHeaderProps & { onLeave: () => void }) {
  const { t } = useTranslation(['dashboard', 'app'])
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => menu.current?.hidePopover()
  return (
    <div className="relative md:hidden">
      <Button look="quiet" popoverTarget={id}>
        {t('menu')}
        <ChevronDownIcon className="size-4" />
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="absolute inset-auto top-36 right-4 w-60 rounded-lg border border-line bg-raised p-2 text-ink shadow-float open:animate-slide"
      >
        {hasProfile && (
          <Link href={PROFILE_FORM} className={ITEM} onClick={close}>
            {t('edit_profile')}
          </Link>
        )}
        {mayShare && (
          <Link href={dashboardAddress('share')} className={ITEM} onClick={close}>
            {t('share.open')}
          </Link>
        )}
        <Link href="/settings" className={ITEM} onClick={close}>
          {t('app:nav.settings')}
        </Link>
        <button
          type="button"
          className={ITEM}
          onClick={() => {
            close()
            onLeave()
          }}
        >
          {t('app:logout')}
        </button>
      </div>
    </div>
  )
}
