import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { focusOnMount } from '#web/ui/focus-on-mount.ts'
import { useSumText } from '../one/price-lines.tsx'
import type { DialogPrice } from './use-price.ts'

type BookFooterProps = {
  formId: string
  price: DialogPrice
  /** Dollars of the booking that is repeated. rule: booking-again */
  earlierTotal: number | undefined
  /** The text that tells what the submit button does, in the last step. */
  note: ReactNode
  /** Why the request failed. */
  problem?: string
  /** Returns to the step before; absent in the first one. */
  onBack?: () => void
  /** The text of the submit button. */
  submit: string
  /** Whether the button waits for the price. rule: price-lines */
  isHeld: boolean
}

/** The footer of the dialog, always in view: the total, a failure, and the buttons. */
export function BookFooter({
  formId,
  price,
  earlierTotal,
  note,
  problem,
  onBack,
  submit,
  isHeld,
}: BookFooterProps) {
  const { t } = useTranslation('bookings')
  return (
    <div className="-my-2 flex flex-col gap-2.5">
      {problem && (
        <MessageBox tone="problem">
          <p>{t('book.failed')}</p>
          <p className="font-normal">{problem}</p>
        </MessageBox>
      )}
      <div role="status" className="text-sm leading-snug text-soft empty:-mb-2.5">
        {note}
      </div>
      <Total price={price} earlierTotal={earlierTotal} />
      <div className="flex flex-wrap gap-2">
        {onBack && (
          <Button look="quiet" className="px-3.5!" onClick={onBack}>
            {t('book.back')}
          </Button>
        )}
        <Button
          type="submit"
          form={formId}
          className="min-w-0 flex-1 basis-40 px-2!"
          // It keeps the focus, which a disabled button would lose.
          aria-disabled={isHeld}
          {...(problem ? { ref: focusOnMount } : {})}
        >
          {submit}
        </Button>
      </div>
    </div>
  )
}

/** The total, and in one line how it comes about. rule: price-lines */
function Total({ price, earlierTotal }: Pick<BookFooterProps, 'price' | 'earlierTotal'>) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const sum = useSumText()
  return (
    <div aria-live="polite" aria-busy={price.isUpdating} className="tabular text-sm text-soft">
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="min-w-0">{sum(price.lines)}</span>
        <span className="ml-auto text-base text-ink">
          {t('book.total')}{' '}
          <strong className="font-display text-xl font-semibold">
            {format.money(price.total)}
          </strong>
        </span>
      </p>
      {price.isUpdating && <p>{t('price.updating')}</p>}
      {earlierTotal !== undefined && earlierTotal !== price.total && (
        <p>{t('price.earlier', { total: format.money(earlierTotal) })}</p>
      )}
      {price.later !== undefined && (
        <p className="text-ink">
          {t('price.later', {
            first: format.money(price.total),
            later: format.money(price.later),
          })}
        </p>
      )}
      {price.problem && <p className="font-medium text-clay">{price.problem}</p>}
      {price.retry && (
        <p>
          {t('price.failed')}{' '}
          <Button look="link" onClick={price.retry}>
            {t('price.again')}
          </Button>
        </p>
      )}
    </div>
  )
}
