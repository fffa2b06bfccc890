import { useTranslation } from '#web/i18n/use-translation.ts'

/** The visit as a file for the reader's own calendar. */
export function CalendarLink({ id }: { id: string }) {
  const { t } = useTranslation('bookings')
  return (
    <a
      href={`/api/bookings/${id}/calendar.ics`}
      download
      className="inline-flex min-h-11 items-center rounded-sm font-medium text-action underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {t('calendar')}
    </a>
  )
}
