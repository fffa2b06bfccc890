import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { bookingFieldOf } from '#contract/bookings/booking-fields.ts'
import { isBlank } from '#contract/blank.ts'
import type { Home } from '#contract/market/homes.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { Refusal } from '#web/api/client.ts'
import type { TFunction } from '#web/i18n/translate.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { toast } from '#web/ui/states/toast-store.ts'
import type { homeDraft } from './home-draft.ts'
import { bodyOf, bookingToGet, differingFields, fieldsOfHome, squareFeet } from './home-fields.ts'
import type { BookingOfHome, HomeFields } from './home-fields.ts'
import { useReadHome, useSaveHome } from './homes.api.ts'

const ADDRESS = ['address', 'city', 'state', 'zip_code'] as const
const REQUIRED = {
  address: 'address_required',
  zip_code: 'zip_required',
  city: 'city_required',
  state: 'state_required',
} as const

const BOOKING_IS_OVER: readonly RefusalCode[] = [
  'booking_not_found',
  'booking_already_moved',
  'booking_started',
]

type SaveFormOptions = {
  form: UseFormReturn<HomeFields>
  draft: ReturnType<typeof homeDraft>
  home: Home | undefined
  booking: BookingOfHome | undefined
  onSaved: (home: Home) => void
}

/**
 * Saves the form. A problem is shown at its field. If another device has saved meanwhile, `conflict` is what is saved
 * now, and nothing is overwritten until the client decides. rule: homes, edit-conflict
 */
export function useSaveForm({ form, draft, home, booking, onSaved }: SaveFormOptions) {
  const { t } = useTranslation(['homes', 'errors'])
  // A draft that was typed for an older version conflicts with the version that is saved now.
  const [typed] = useState(draft.fields)
  const isOutdated = home !== undefined && typed !== undefined && typed.version !== home.version
  const [version, setVersion] = useState(isOutdated ? typed.version : home?.version)
  const [conflict, setConflict] = useState(isOutdated ? home : undefined)
  const readHome = useReadHome()
  const { mutate, error, isPending, reset } = useSaveHome()

  const send = (fields: HomeFields, at = version, isForBooking = true) => {
    if (showProblems(form, t, fields)) return
    const body = bodyOf(fields)
    const booking_id = isForBooking ? bookingToGet(booking, fields) : undefined
    const created = booking_id === undefined ? body : { ...body, booking_id }
    const request =
      home && at !== undefined
        ? { id: home.id, body: { ...body, version: at } }
        : { body: created, idempotencyKey: draft.keyFor(created) }
    mutate(request, {
      onSuccess: ({ home: saved }) => {
        draft.clear()
        setVersion(saved.version)
        setConflict(undefined)
        form.reset(fieldsOfHome(saved))
        toast.success(t('saved'))
        onSaved(saved)
      },
      onError: (failure) => {
        draft.requestFailed(failure)
        if (!(failure instanceof Refusal)) return
        // The booking ended or began while the client was typing: the home is saved for next time alone.
        if (booking_id !== undefined && BOOKING_IS_OVER.includes(failure.code)) {
          return send(fields, at, false)
        }
        const field = ADDRESS.find((name) => name === bookingFieldOf(failure.code))
        if (field) {
          form.setError(field, { message: t(`errors:${failure.code}`) })
          form.setFocus(field)
        }
        // If this cannot be read, the refusal stays, and saving again asks anew.
        if (failure.code === 'home_changed' && home) {
          void readHome(home.id).then(setConflict, () => {})
        }
      },
    })
  }
  return {
    error,
    isPending,
    conflict,
    /** The fields that differ from what is saved now. */
    differing: () => (conflict ? differingFields(form.getValues(), fieldsOfHome(conflict)) : []),
    save: (fields: HomeFields) => send(fields),
    keepDraft: () => draft.save({ fields: form.getValues(), version }),
    /** Replaces what was typed by what is saved. */
    takeSaved: () => {
      if (!conflict) return
      form.reset(fieldsOfHome(conflict))
      setVersion(conflict.version)
      setConflict(undefined)
      draft.clear()
      reset()
    },
    /** Overwrites what is saved, which the client has seen. */
    keepMine: () => {
      if (!conflict) return
      setVersion(conflict.version)
      send(form.getValues(), conflict.version)
    },
  }
}

/** Shows what is missing or wrong at its field. Returns whether something is. */
function showProblems(
  { setError, setFocus }: UseFormReturn<HomeFields>,
  t: TFunction<['homes', 'errors']>,
  fields: HomeFields,
): boolean {
  const invalid = ADDRESS.filter((name) => isBlank(fields[name]))
  for (const name of invalid) setError(name, { message: t(`errors:${REQUIRED[name]}`) })
  const hasSize = squareFeet(fields.square_feet) !== undefined
  if (!hasSize) setError('square_feet', { message: t('size.square_feet_problem') })
  const first = invalid[0] ?? (hasSize ? undefined : 'square_feet')
  if (first) setFocus(first)
  return first !== undefined
}

export type Saving = ReturnType<typeof useSaveForm>
