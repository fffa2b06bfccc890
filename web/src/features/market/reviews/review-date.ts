import { useFormat } from '#web/i18n/format.ts'

/**
 * The date of a review and of its answer, wherever they are shown. The server writes public pages without knowing the
 * reader's zone, so the date is that of UTC for everybody. rule: review-order
 */
export function useReviewDate(): (instant: string) => string {
  const format = useFormat()
  return (instant) => format.date(instant, 'UTC')
}
