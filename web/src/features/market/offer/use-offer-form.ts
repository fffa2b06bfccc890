import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RefObject } from 'react'
import type { OfferChange, SavedOffer } from '#contract/market/offer.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { userStorage } from '#web/session/user-storage.ts'
import { toast } from '#web/ui/states/toast-store.ts'
import { changeOf, isSameOffer, mergeOffers, valuesOf } from './offer-values.ts'
import type { ChangedPart, OfferProblem, OfferValues } from './offer-values.ts'
import { ownOfferQuery } from './offer.api.ts'

/** Unsaved values in the browser, and the saved ones that they started from. */
type Draft = { values: OfferValues; base: Base }
type Base = { values: OfferValues; version: number }

const baseOf = ({ offer, version }: SavedOffer): Base => ({ values: valuesOf(offer), version })

/**
 * The state of the form: its draft, the first problem, the save, and what another device saved meanwhile.
 * rule: offer, edit-conflict
 */
export function useOfferForm(
  userId: string,
  saved: SavedOffer,
  form: RefObject<HTMLFormElement | null>,
) {
  const { t } = useTranslation('offer')
  const draft = userStorage<Draft>(userId, 'offer', 'browser')
  const [start] = useState(() => startOf(draft.read(), saved))
  const [values, setValues] = useState(start.values)
  const [base, setBase] = useState(start.base)
  const [changed, setChanged] = useState<readonly ChangedPart[]>(start.changed)
  const [isDraft, setIsDraft] = useState(start.isDraft)
  const [problem, setProblem] = useState<OfferProblem>()

  const save = useSaveOffer(userId, base.version, {
    onSaved: (answer) => {
      show(answer)
      toast.success(t('saved'))
    },
    onChangedElsewhere: (other) => {
      const otherBase = baseOf(other)
      const merge = mergeOffers(base.values, values, otherBase.values)
      setBase(otherBase)
      setValues(merge.merged)
      setChanged(merge.changed)
      draft.write({ values: merge.merged, base: otherBase })
    },
  })

  function show(shown: SavedOffer) {
    const next = baseOf(shown)
    setBase(next)
    setValues(next.values)
    setChanged([])
    setIsDraft(false)
    setProblem(undefined)
    draft.clear()
  }

  const set = (change: Partial<OfferValues>) => {
    const next = { ...values, ...change }
    setValues(next)
    setProblem(undefined)
    if (isSameOffer(base.values, next)) draft.clear()
    else draft.write({ values: next, base })
  }

  const submit = () => {
    const result = changeOf(values)
    if ('change' in result) return save.mutate(result.change)
    setProblem(result.problem)
    const field = form.current?.querySelector<HTMLElement>(`[name="${result.problem.field}"]`)
    const row = field?.closest('details')
    if (row) row.open = true
    field?.focus()
    return undefined
  }

  return {
    values,
    set,
    submit,
    problem,
    changed,
    /** The saved offer, as fields. */
    saved: base.values,
    isDraft,
    discard: () => {
      save.reset()
      show(saved)
    },
    isSaving: save.isPending,
    error: save.error,
  }
}

type AfterSave = {
  onSaved: (offer: SavedOffer) => void
  /** The save was refused, because another device has saved this offer meanwhile. */
  onChangedElsewhere: (offer: SavedOffer) => void
}

/** Saves the offer, which started from this version. rule: edit-conflict */
function useSaveOffer(userId: string, version: number, { onSaved, onChangedElsewhere }: AfterSave) {
  const api = useApi()
  const queryClient = useQueryClient()
  const query = ownOfferQuery(api, userId)
  return useMutation({
    mutationFn: (offer: OfferChange) =>
      api.call('PUT /api/professional/offer/{userId}', {
        params: { userId },
        body: { offer, version },
      }),
    onSuccess: (answer) => {
      queryClient.setQueryData(query.queryKey, answer)
      onSaved(answer)
    },
    onError: async (error) => {
      if (!(error instanceof Refusal) || error.code !== 'offer_changed') return
      try {
        onChangedElsewhere(await queryClient.fetchQuery(query))
      } catch {
        // Without the saved offer the notice has no details. The next save tries again.
      }
    },
  })
}

function startOf({ values, base }: Partial<Draft>, saved: SavedOffer) {
  const now = baseOf(saved)
  const nothing = { values: now.values, base: now, changed: [], isDraft: false }
  if (!values || !base) return nothing
  // A draft of other services than the profile has now cannot be saved.
  const types = (one: OfferValues) => one.services.map(({ type }) => type).join()
  if (types(values) !== types(now.values)) return nothing
  const { merged, changed } = mergeOffers(base.values, values, now.values)
  return { values: merged, base: now, changed, isDraft: true }
}

export type OfferForm = ReturnType<typeof useOfferForm>
