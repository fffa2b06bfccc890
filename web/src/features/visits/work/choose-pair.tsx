import { useState } from 'react'
import { MOMENTS } from '#contract/visits/checklist-rules.ts'
import type { Moment } from '#contract/visits/checklist-rules.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { WorkPhoto } from '#web/ui/pictures/work-photo.tsx'
import { useAskForPair } from './work.api.ts'

/** One photo from before and one from after, to ask the client for. rule: photo-pairs */
export default function ChoosePair({ visit }: { visit: Visit }) {
  const { t } = useTranslation('work')
  const [chosen, setChosen] = useState<Partial<Record<Moment, string>>>({})
  const ask = useAskForPair(visit.booking_id)
  const refusalText = useRefusalText()
  const failure = useFailureToast()
  const { before, after } = chosen
  const send = () => {
    if (!before || !after) return
    failure.clear()
    ask.mutate(
      { before, after },
      {
        onSuccess: () => setChosen({}),
        onError: (error) => failure.show(refusalText(error)),
      },
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="measure text-sm text-soft">
        {t('pairs.choose', { name: firstNameOf(visit.other.name) })}
      </p>
      {MOMENTS.map((moment) => (
        <fieldset key={moment}>
          <legend className="mb-1.5 text-sm text-soft">{t(`moments.${moment}`)}</legend>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {visit.photos
              .filter((photo) => photo.moment === moment)
              .map(({ file, url }, index) => (
                <button
                  key={file}
                  type="button"
                  aria-pressed={chosen[moment] === file}
                  className={classNames(
                    'rounded-md border p-2',
                    chosen[moment] === file
                      ? 'border-action bg-mint text-action'
                      : 'border-edge hover:bg-mint',
                  )}
                  onClick={() => setChosen({ ...chosen, [moment]: file })}
                >
                  <WorkPhoto
                    url={url}
                    alt={t('photo_alt', { moment: t(`moments.${moment}`), number: index + 1 })}
                    caption={t(chosen[moment] === file ? 'pairs.chosen' : 'pairs.pick')}
                  />
                </button>
              ))}
          </div>
        </fieldset>
      ))}
      <Button
        look="quiet"
        className="self-start"
        disabled={!before || !after}
        busy={ask.isPending}
        onClick={send}
      >
        {t('pairs.ask')}
      </Button>
    </div>
  )
}
