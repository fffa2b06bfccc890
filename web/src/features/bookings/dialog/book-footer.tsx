import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { focusOnMount } from '#web/ui/focus-on-mount.ts'
import { PriceLines } from '../one/price-lines.tsx'
import type { DialogPrice } from './use-price.ts'

type BookFooterProps = {
  formId: string
  price: DialogPrice
  /** Whether confirming only asks the professional. rule: confirm-action */
  isRequest: boolean
  /** That the chosen time was given up. */
  lost: string | undefined
  /** Dollars of the booking that is repeated. rule: booking-again */
  earlierTotal: number | undefined
  /** The text that tells what the submit button does. */
  note: ReactNode
  /** Why the request failed. */
  problem?: string
}

/** The footer of the dialog, always in view: the total, a failure, and the submit button. */
export function BookFooter({
  formId,
  price,
  isRequest,
  lost,
  earlierTotal,
  note,
  problem,
}: BookFooterProps) {
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
      {lost && <p className="text-sm font-medium text-clay">{lost}</p>}
      <div role="status" className="text-sm text-soft empty:-mb-4">
        {note}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div aria-live="polite" aria-busy={price.isUpdating} className="tabular max-sm:w-full">
          <PriceLines lines={price.lines} frequency={price.frequency} />
          <p className="text-lg">
            {t('book.total')}{' '}
            <strong className="font-display text-xl font-semibold">
              {format.money(price.total)}
            </strong>{' '}
            {price.isUpdating && <span className="text-sm text-soft">{t('price.updating')}</span>}
          </p>
          {earlierTotal !== undefined && earlierTotal !== price.total && (
            <p className="text-sm text-soft">
              {t('price.earlier', { total: format.money(earlierTotal) })}
            </p>
          )}
          {price.later !== undefined && (
            <p className="text-sm">
              {t('price.later', {
                first: format.money(price.total),
                later: format.money(price.later),
              })}
            </p>
          )}
          {price.problem && <p className="text-sm font-medium text-clay">{price.problem}</p>}
          {price.retry && (
            <p className="text-sm">
              {t('price.failed')}{' '}
              <Button look="link" onClick={price.retry}>
                {t('price.again')}
              </Button>
            </p>
          )}
        </div>
        <Button
          type="submit"
          form={formId}
          className="max-sm:w-full"
          // It keeps the focus, which a disabled button would lose.
          aria-disabled={price.isUpdating}
          {...(problem ? { ref: focusOnMount } : {})}
        >
          {t(isRequest ? 'book.send' : 'book.confirm')}
        </Button>
      </div>
    </div>
  )
}
