import { useRef } from 'react'
import type { Visit } from '#contract/visits/visits.ts'
import { CalendarLink } from '#web/features/bookings/one/booking-facts.tsx'
import Report from '#web/features/trust/reports/report.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { MoreIcon } from '#web/ui/pictures/icons-signed-in.tsx'

/** Rare things to do with a visit: put it into a calendar, report the other side. rule: visit-view */
export function MoreMenu({ visit }: { visit: Visit }) {
  const { t } = useTranslation('visits')
  const menu = useRef<HTMLDetailsElement>(null)
  const { booking_id: id, status, other } = visit
  const isOpen = status === 'pending' || status === 'accepted'
  return (
    <details ref={menu} className="relative">
      <summary
        aria-label={t('more')}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && menu.current) menu.current.open = false
        }}
        className="grid size-11 cursor-pointer list-none place-items-center rounded-md border border-edge bg-surface hover:border-action hover:bg-mint"
      >
        <MoreIcon />
      </summary>
      <div className="absolute right-0 z-20 mt-1 flex w-max max-w-70 flex-col rounded-md border border-line bg-raised px-4 py-1 shadow-float">
        {isOpen && <CalendarLink id={id} />}
        <Report subject={{ kind: 'booking', id, name: other.name }} label={t('report_person')} />
      </div>
    </details>
  )
}
