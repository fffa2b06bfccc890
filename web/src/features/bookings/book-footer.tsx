import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { focusOnMount } from './focus-on-mount.ts'

type BookFooterProps = {
  formId: string
  /** Dollars an hour. */
  rate: number
  hours: number
  /** Dollars. */
  total: number
  /** What confirming does. */
  note: ReactNode
  /** Why the request failed. */
  problem?: string
}

/** The footer of the dialog, always in view: the total, a failure, and the submit button. */
export function BookFooter({ formId, rate, hours, total, note, problem }: BookFooterProps) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  return (
    <div className="flex flex-col gap-4">
      {problem && (
        <MessageBox tone="problem">
          <p>{t('book.failed')}</p>
          <p className="font-normal">{problem}</p>
        </MessageBox>
      )}
      <div role="status" className="text-sm text-soft">
        {note}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p aria-live="polite" className="tabular">
          <span className="block text-sm text-soft">
            {format.money(rate)} × {t('hours', { count: hours })}
          </span>
          <span className="text-lg">
            {t('book.total')}{' '}
            <strong className="font-display text-xl font-semibold">{format.money(total)}</strong>
          </span>
        </p>
        <Button
          type="submit"
          form={formId}
          className="max-sm:w-full"
          {...(problem ? { ref: focusOnMount } : {})}
        >
          {t('book.confirm')}
        </Button>
      </div>
    </div>
  )
}
