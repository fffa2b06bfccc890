import { useEffect, useRef, useState } from 'react'
import type { Ref } from 'react'
import { flushSync } from 'react-dom'
import { PAYMENT_METHODS } from '#contract/bookings/hour-rules.ts'
import type { PaymentMethod } from '#contract/bookings/hour-rules.ts'
import type { PaymentRecord, Receipt } from '#contract/bookings/receipts.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useFormat } from '#web/i18n/format.ts'
import { todayIn } from '#web/i18n/today-in.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { useRecordPayment } from './hours.api.ts'

type Recorded = Receipt['payment']['client']

/** How each side says that the visit was paid. The reader records their own. rule: receipts */
export function Payment({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('hours')
  const [isEditing, setIsEditing] = useState(false)
  const recordButton = useRef<HTMLButtonElement>(null)
  /** The pressed button is gone, so the one that stays takes the focus. */
  const close = () => {
    flushSync(() => setIsEditing(false))
    recordButton.current?.focus()
  }
  const { client, professional } = receipt.payment
  const isClient = useUser()?.role === 'client'
  const own = isClient ? client : professional
  const name = isClient ? receipt.professional_name : receipt.client_name
  return (
    <section aria-labelledby="payment" className="flex flex-col gap-3 border-t border-edge pt-4">
      <div>
        <h2 id="payment" className="text-xl">
          {t('payment.title')}
        </h2>
        <p className="text-sm text-soft">{t('payment.help')}</p>
      </div>
      {differ(client, professional) && (
        <MessageBox tone="problem" className="wrap-anywhere">
          {t('payment.differ', { name: firstNameOf(name) })}
        </MessageBox>
      )}
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 md:grid-cols-2 print:grid-cols-2">
        <Side name={receipt.professional_name} recorded={professional} />
        <Side name={receipt.client_name} recorded={client} />
      </dl>
      <div className="print:hidden">
        {isEditing ? (
          <PaymentForm receipt={receipt} own={own} onClose={close} />
        ) : (
          <Actions
            {...{ receipt, own, recordButton }}
            onEdit={() => setIsEditing(true)}
            onTakenBack={() => recordButton.current?.focus()}
          />
        )}
      </div>
    </section>
  )
}

/** Whether the sides recorded different payments. False while a side has recorded none. */
function differ(one: Recorded, other: Recorded): boolean {
  return (
    one !== null && other !== null && (one.method !== other.method || one.paid_on !== other.paid_on)
  )
}

function Side({ name, recorded }: { name: string; recorded: Recorded }) {
  const { t } = useTranslation('hours')
  const format = useFormat()
  return (
    <div className="min-w-0 break-words">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="font-medium">
        {recorded
          ? `${t(`payment.methods.${recorded.method}`)}, ${format.date(`${recorded.paid_on}T00:00:00Z`, 'UTC')}`
          : t('payment.none')}
      </dd>
    </div>
  )
}

type OwnProps = { receipt: Receipt; own: Recorded }

type ActionsProps = OwnProps & {
  recordButton: Ref<HTMLButtonElement>
  onEdit: () => void
  onTakenBack: () => void
}

function Actions({ receipt, own, recordButton, onEdit, onTakenBack }: ActionsProps) {
  const { t } = useTranslation('hours')
  const { send, isPending } = useSend(receipt)
  const takeBack = async () => {
    if (await send({ method: null }, t('payment.taken_back'))) onTakenBack()
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button ref={recordButton} look={own ? 'quiet' : 'primary'} onClick={onEdit}>
        {t(own ? 'payment.change' : 'payment.record')}
      </Button>
      {own && (
        <Button look="quiet" busy={isPending} onClick={() => void takeBack()}>
          {t('payment.take_back')}
        </Button>
      )}
    </div>
  )
}

function PaymentForm({ receipt, own, onClose }: OwnProps & { onClose: () => void }) {
  const { t } = useTranslation('hours')
  const today = todayIn(receipt.time_zone)
  const [method, setMethod] = useState<PaymentMethod>(own?.method ?? 'cash')
  const [paidOn, setPaidOn] = useState(own?.paid_on ?? earlier(receipt.booking_date, today))
  const [isTold, setIsTold] = useState(false)
  const { send, isPending } = useSend(receipt)
  const chosen = useRef<HTMLInputElement>(null)
  const dateField = useRef<HTMLInputElement>(null)
  useEffect(() => chosen.current?.focus(), [])
  const isWrong = paidOn === '' || paidOn > today
  const save = async () => {
    setIsTold(true)
    if (isWrong) return dateField.current?.focus()
    if (await send({ method, paid_on: paidOn }, t('payment.saved'))) onClose()
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <fieldset>
        <legend className="font-medium">{t('payment.method')}</legend>
        <div className="flex flex-wrap gap-x-6">
          {PAYMENT_METHODS.map((one) => (
            <label key={one} className="flex min-h-11 items-center gap-2.5 font-medium">
              <input
                ref={method === one ? chosen : undefined}
                type="radio"
                name="method"
                className="size-5 shrink-0"
                checked={method === one}
                onChange={() => setMethod(one)}
              />
              {t(`payment.methods.${one}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        ref={dateField}
        type="date"
        label={t('payment.paid_on')}
        value={paidOn}
        max={today}
        error={isTold && isWrong && t('payment.date_wrong')}
        onChange={(event) => setPaidOn(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isPending}>
          {t('payment.save')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('payment.cancel')}
        </Button>
      </div>
    </form>
  )
}

const earlier = (one: string, other: string) => (one < other ? one : other)

function useSend({ booking_id }: Receipt) {
  const refusalText = useRefusalText()
  const failure = useFailureToast()
  const { mutateAsync, isPending } = useRecordPayment(booking_id)
  const send = async (body: PaymentRecord, done: string): Promise<boolean> => {
    failure.clear()
    try {
      await mutateAsync(body)
      toast.success(done)
      return true
    } catch (error) {
      failure.show(refusalText(error))
      return false
    }
  }
  return { send, isPending }
}
