import { useState } from 'react'
import { cents, dollars, labourMinutes, sumCents } from '#contract/bookings/booking-price.ts'
import type { PriceLine } from '#contract/bookings/booking-price.ts'
import { changedPrice } from '#contract/bookings/change-price.ts'
import { EXTRA_CODES, LABOUR_MINUTES_MIN, SUPPLIES } from '#contract/market/offer-rules.ts'
import type { Supplies } from '#contract/market/offer-rules.ts'
import type { ShownLine } from '#contract/bookings/price-lines.ts'
import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { useBookingProblemText } from '../one/booking-problem-text.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { CheckField } from '#web/ui/forms/check-field.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useProposeChange } from './agreements.api.ts'

type ToChange = NonNullable<Visit['to_change']>
type ChangeDialogProps = { visit: Visit; toChange: ToChange; onClose: () => void }

/** Asks for other hours, extras or supplies, and shows what the visit would cost. rule: visit-changes */
export default function ChangeDialog({ onClose, ...opened }: ChangeDialogProps) {
  // As it was opened: an offer that changes meanwhile is refused when the change is sent.
  const [{ visit, toChange }] = useState(opened)
  const { t } = useTranslation(['agreements', 'bookings'])
  const format = useFormat()
  const [hours, setHours] = useState(visit.estimated_hours)
  const [extras, setExtras] = useState(toChange.extras)
  const [supplies, setSupplies] = useState<Supplies>(toChange.supplies)
  const { lines, problem, send, isSending } = useChange(
    visit,
    toChange,
    { hours, extras, supplies },
    onClose,
  )
  return (
    <FormDialog
      title={t('change.open')}
      submit={t('change.send')}
      busy={isSending}
      back={t('change.cancel')}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p>{t('change.intro', { name: firstNameOf(visit.other.name) })}</p>
      {problem && <MessageBox tone="problem">{problem}</MessageBox>}
      <SelectField
        label={t('change.longest')}
        value={hours}
        onChange={(event) => setHours(Number(event.target.value))}
      >
        {BOOKING_HOURS.map((count) => (
          <option key={count} value={count} disabled={count < toChange.min_hours}>
            {t('bookings:hours', { count })}
          </option>
        ))}
      </SelectField>
      <Extras toChange={toChange} chosen={extras} onChange={setExtras} />
      {(toChange.supplies === 'professional' || toChange.offered_supplies.brings !== 'no') && (
        <SuppliesChoice chosen={supplies} onChange={setSupplies} />
      )}
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-3" role="status">
        <strong className="font-semibold">
          {t('change.total')}{' '}
          <span className="tabular">{format.money(dollars(sumCents(lines)))}</span>
        </strong>
        <span className="text-soft">
          {t('change.total_before', { total: format.money(toChange.total_amount) })}
        </span>
      </p>
    </FormDialog>
  )
}

type Requested = { hours: number; extras: readonly string[]; supplies: Supplies }

/** The price of a change, its problem once it was sent, and how to send it. `onSent` follows the answer. */
function useChange(visit: Visit, toChange: ToChange, requested: Requested, onSent: () => void) {
  const { t } = useTranslation('agreements')
  const problemText = useBookingProblemText()
  const [wasSent, setWasSent] = useState(false)
  const propose = useProposeChange(visit.booking_id)
  const { hours, extras, supplies } = requested
  const present = {
    hours: visit.estimated_hours,
    supplies: toChange.supplies,
    lines: toChange.lines.map(lineInCents),
  }
  const price = changedPrice(present, offeredInCents(toChange), requested)
  if (price.refusal !== null) throw new Error(`The dialog offers what is refused: ${price.refusal}`)
  const isSame =
    hours === present.hours &&
    supplies === present.supplies &&
    extras.toSorted().join() === toChange.extras.toSorted().join()
  const isTooLong =
    labourMinutes({ minutes: hours * 60, extras: price.extras }) < LABOUR_MINUTES_MIN
  const problem = isTooLong
    ? t('change.too_long')
    : isSame
      ? t('change.same')
      : propose.error && problemText(propose.error)
  const send = async () => {
    setWasSent(true)
    if (isSame || isTooLong) return
    try {
      const estimated = hours === present.hours ? {} : { estimated_hours: hours }
      await propose.mutateAsync({ ...estimated, extras: [...extras], supplies })
      toast.success(t('change.sent'))
      onSent()
    } catch {
      // The dialog shows `propose.error`.
    }
  }
  return { lines: price.lines, problem: wasSent && problem, send, isSending: propose.isPending }
}

type SuppliesChoiceProps = { chosen: Supplies; onChange: (side: Supplies) => void }

function SuppliesChoice({ chosen, onChange }: SuppliesChoiceProps) {
  const { t } = useTranslation('agreements')
  return (
    <fieldset>
      <legend className="font-display text-lg font-semibold">{t('change.supplies')}</legend>
      {SUPPLIES.map((side) => (
        <label key={side} className="flex min-h-11 items-center gap-2.5 font-medium">
          <input
            type="radio"
            name="supplies"
            className="size-5 shrink-0"
            checked={chosen === side}
            onChange={() => onChange(side)}
          />
          {t(`change.supplies_${side}`)}
        </label>
      ))}
    </fieldset>
  )
}

type ExtrasProps = {
  toChange: ToChange
  chosen: readonly string[]
  onChange: (extras: string[]) => void
}

/** The extras of the visit, at their prices, and those that can be added. */
function Extras({ toChange, chosen, onChange }: ExtrasProps) {
  const { t } = useTranslation(['agreements', 'bookings'])
  const format = useFormat()
  const kept = toChange.lines.flatMap((line) =>
    line.kind === 'extra' ? [{ ...line, price: line.amount }] : [],
  )
  const added = toChange.offered_extras.filter(({ extra }) => !toChange.extras.includes(extra))
  const all = [...kept, ...added]
  if (all.length === 0) return null
  return (
    <fieldset>
      <legend className="font-display text-lg font-semibold">{t('change.extras')}</legend>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {all.map(({ extra, name, minutes, price }) => {
          const code = EXTRA_CODES.find((one) => one === extra)
          const shownName = name ?? (code ? t(`bookings:price.extra_names.${code}`) : extra)
          const others = chosen.filter((one) => one !== extra)
          return (
            <li key={extra}>
              <CheckField
                checked={chosen.includes(extra)}
                onChange={(isChosen) => onChange(isChosen ? [...others, extra] : others)}
                label={
                  <>
                    {t('change.extra', { name: shownName, minutes })}{' '}
                    <span className="font-normal whitespace-nowrap text-soft">
                      {format.money(price)}
                    </span>
                  </>
                }
              />
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

function lineInCents(line: ShownLine): PriceLine {
  const amountCents = cents(line.amount)
  switch (line.kind) {
    case 'labour': {
      const minutes = Math.round(line.hours * 60)
      return { kind: 'labour', minutes, rateCents: cents(line.rate), amountCents }
    }
    case 'extra': {
      const { extra, name, minutes } = line
      return { kind: 'extra', extra, name, minutes, amountCents }
    }
    case 'discount':
      return { kind: 'discount', percent: line.percent, amountCents }
    case 'supplies':
    case 'reclean':
      return { kind: line.kind, amountCents }
  }
}

function offeredInCents({ offered_extras, offered_supplies: { brings, price } }: ToChange) {
  return {
    extras: offered_extras.map(({ price: amount, ...extra }) => ({
      ...extra,
      priceCents: cents(amount),
    })),
    supplies: { brings, priceCents: price === null ? null : cents(price) },
  }
}
