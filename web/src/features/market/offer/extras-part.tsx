import { useRef } from 'react'
import { EXTRA_NAME_LENGTH_MAX, OWN_EXTRAS_MAX } from '#contract/market/offer-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { FoldedPart } from '#web/ui/folded-part.tsx'
import { AmountField } from './amount-field.tsx'
import { CheckField } from '#web/ui/forms/check-field.tsx'
import { useProblemText } from './offer-texts.ts'
import { newOwnExtra } from './offer-values.ts'
import type { ExtraValues } from './offer-values.ts'
import type { OfferForm } from './use-offer-form.ts'

/** The extras that clients can add to a visit. rule: offer */
export function ExtrasPart({ form: { values, set, problem } }: { form: OfferForm }) {
  const { t } = useTranslation('offer')
  const added = useRef<HTMLButtonElement>(null)
  const { extras } = values
  const own = extras.filter(({ code }) => code === null)
  const change = (key: string, fields: Partial<ExtraValues>) =>
    set({ extras: extras.map((extra) => (extra.key === key ? { ...extra, ...fields } : extra)) })
  return (
    <FoldedPart title={t('extras.title')} help={t('extras.help')}>
      <ul className="flex w-full flex-col divide-y divide-line">
        {extras.map((extra) => (
          <li key={extra.key} className="flex min-w-0 flex-col gap-3 py-2">
            <ExtraFields
              extra={extra}
              problem={problem}
              onChange={(fields) => change(extra.key, fields)}
              onRemove={() => {
                set({ extras: extras.filter(({ key }) => key !== extra.key) })
                // The button goes with the row, so the next one takes the focus.
                added.current?.focus()
              }}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button
          ref={added}
          look="quiet"
          disabled={own.length >= OWN_EXTRAS_MAX}
          onClick={() => set({ extras: [...extras, newOwnExtra(freeKey(extras))] })}
        >
          {t('extras.add')}
        </Button>
      </div>
    </FoldedPart>
  )
}

/** A key that no other extra of the form has. */
function freeKey(extras: readonly ExtraValues[]): string {
  const keys = new Set(extras.map(({ key }) => key))
  let number = extras.length
  while (keys.has(`new-${number}`)) number += 1
  return `new-${number}`
}

type ExtraFieldsProps = {
  extra: ExtraValues
  problem: OfferForm['problem']
  onChange: (fields: Partial<ExtraValues>) => void
  onRemove: () => void
}

function ExtraFields({ extra, problem, onChange, onRemove }: ExtraFieldsProps) {
  const { t } = useTranslation('offer')
  const problemText = useProblemText(problem)
  const { key, code, name, isOffered } = extra
  const shownName = code ? t(`extra_names.${code}`) : name || t('extras.own')
  return (
    <>
      {code ? (
        <CheckField
          label={shownName}
          checked={isOffered}
          onChange={(checked) => onChange({ isOffered: checked })}
        />
      ) : (
        <div className="flex items-end gap-3">
          <TextField
            label={t('extras.name')}
            name={`name.${key}`}
            value={name}
            maxLength={EXTRA_NAME_LENGTH_MAX}
            error={problemText(`name.${key}`)}
            className="min-w-0 grow"
            onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
          />
          <Button
            look="quiet"
            aria-label={t('extras.remove', { name: shownName })}
            onClick={onRemove}
          >
            {t('extras.remove_short')}
          </Button>
        </div>
      )}
      {isOffered && (
        <div role="group" aria-label={shownName} className="grid grid-cols-2 items-start gap-4">
          <AmountField
            whole
            label={t('extras.minutes')}
            name={`minutes.${key}`}
            value={extra.minutes}
            error={problemText(`minutes.${key}`)}
            onChange={(minutes) => onChange({ minutes })}
          />
          <AmountField
            label={t('extras.price')}
            name={`price.${key}`}
            value={extra.price}
            error={problemText(`price.${key}`)}
            onChange={(price) => onChange({ price })}
          />
        </div>
      )}
    </>
  )
}
