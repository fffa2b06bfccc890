import { useId, useRef } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import { useLogOutAndNavigate } from '#web/session/log-out.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import {
  dashboardAddress,
  OWN_OFFER,
  PROFILE_FORM,
  WORKING_HOURS,
} from '#web/router/dashboard-address.ts'
import { agendaAddress } from '#web/router/agenda-address.ts'

type DashboardHeaderProps = {
  hasProfile: boolean
  /** Whether the account is active. */
  canShare: boolean
}

/** The title of the dashboard and its links, in a row or on a phone in a menu. rule: dashboard */
export function DashboardHeader({ hasProfile, canShare }: DashboardHeaderProps) {
  const { t } = useTranslation(['dashboard', 'app'])
  const logOut = useLogOutAndNavigate()
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
      <div className="flex flex-wrap gap-2 max-md:hidden">
        {hasProfile && (
          <>
            <ButtonLink href={agendaAddress()} look="quiet">
              {t('agenda.open')}
            </ButtonLink>
            <ButtonLink href={WORKING_HOURS} look="quiet">
              {t('hours')}
            </ButtonLink>
            <ButtonLink href={OWN_OFFER} look="quiet">
              {t('offer')}
            </ButtonLink>
            <ButtonLink href={PROFILE_FORM} look="quiet">
              {t('edit_profile')}
            </ButtonLink>
          </>
        )}
        {canShare && (
          <ButtonLink href={dashboardAddress('share')} look="quiet">
            {t('share.open')}
          </ButtonLink>
        )}
        <ButtonLink href="/settings" look="quiet">
          {t('app:nav.settings')}
        </ButtonLink>
        {/* Wider screens have it in the page header. */}
        <Button look="quiet" className="lg:hidden" onClick={logOut}>
          {t('app:logout')}
        </Button>
      </div>
      <MobileMenu hasProfile={hasProfile} canShare={canShare} onLogOut={logOut} />
    </header>
  )
}

const ITEM = 'flex min-h-11 w-full items-center rounded-md px-3 text-left font-medium hover:bg-mint'

function MobileMenu({
  hasProfile,
  canShare,
  onLogOut,
}: DashboardHeaderProps & { onLogOut: () => void }) {
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
          <>
            <Link href={agendaAddress()} className={ITEM} onClick={close}>
              {t('agenda.open')}
            </Link>
            <Link href={WORKING_HOURS} className={ITEM} onClick={close}>
              {t('hours')}
            </Link>
            <Link href={OWN_OFFER} className={ITEM} onClick={close}>
              {t('offer')}
            </Link>
            <Link href={PROFILE_FORM} className={ITEM} onClick={close}>
              {t('edit_profile')}
            </Link>
          </>
        )}
        {canShare && (
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
            onLogOut()
          }}
        >
          {t('app:logout')}
        </button>
      </div>
    </div>
  )
}
