import { useState } from 'react'
import { ETA_CHOICES, STAGE_NOTE_LENGTH_MAX } from '#contract/visits/visit-rules.ts'
import type { Stage } from '#contract/visits/visit-rules.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { durationText } from '#contract/calendar/duration-text.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CodeHint } from '#web/ui/forms/code-hint.tsx'
import { focusOnMount } from '#web/ui/focus-on-mount.ts'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { useNow } from '#web/ui/states/use-now.ts'
import { FinishTime } from '../work/finish-time.tsx'
import { workedMinutes } from '../work/worked-minutes.ts'
import { pressQueue } from './press-queue.ts'
import type { EtaChange, Press, StagePress } from './press-queue.ts'
import { latestStage, nextStages, undoing, useEtaChange } from './use-presses.ts'
import { useUndoStage } from './visits.api.ts'
import { RefusedPress } from './waiting-presses.tsx'

type NextStepProps = {
  visit: Visit
  presses: readonly StagePress[]
  /** A press of this visit that the server refused: it stops all the later ones. */
  refused: Press | undefined
}

/**
 * The next stage as one large button at the bottom, within the thumb's reach, with what belongs to it.
 * rule: visit-view
 */
export function NextStep({ visit, presses, refused }: NextStepProps) {
  const { t } = useTranslation('visits')
  const [eta, setEta] = useState<number>()
  const [note, setNote] = useState<string>()
  const [actual, setActual] = useState<number>()
  const [isEnding, setIsEnding] = useState(false)
  const etaChange = useEtaChange(visit.booking_id)
  const now = useNow()
  const stages = nextStages(visit, presses, now)
  // 'Finish' before its turn asks for the time first.
  const next = isEnding ? stages.at(-1) : stages[0]
  const later = stages.filter((stage) => stage !== next)
  const press = (stage: Stage) => {
    const words = note?.trim()
    pressQueue.add({
      booking: visit.booking_id,
      stage,
      ...(stage === 'on_my_way' && eta !== undefined ? { eta } : {}),
      ...(stage === 'finished' && actual !== undefined ? { actual } : {}),
      ...(words ? { note: words } : {}),
    })
    setNote(undefined)
    setActual(undefined)
    setIsEnding(false)
  }
  const worked = actual ?? workedMinutes(visit, presses, now)
  const saidEta = etaOf(visit, presses)
  const canUndo = undoing(visit, presses, etaChange) !== undefined
  const isOnTheWay = latestStage(visit, presses) === 'on_my_way'
  if (!next && !canUndo && !refused) return null
  return (
    <div className="step-bar z-10 -mx-4 flex flex-col gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:mx-0 md:px-4 [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:bottom-0">
      {refused && <RefusedPress press={refused} />}
      {next === 'on_my_way' && <EtaChoice eta={eta} onEta={setEta} />}
      {next && isOnTheWay && !isEnding && (
        <EtaChoice
          eta={saidEta}
          onEta={(minutes) => {
            if (minutes !== undefined) pressQueue.changeEta(visit.booking_id, minutes, saidEta)
          }}
        />
      )}
      {next === 'finished' && (
        <FinishTime {...{ visit, presses, now, actual }} onActual={setActual} />
      )}
      {next && note !== undefined && (
        <>
          <TextareaField
            ref={focusOnMount}
            label={t('note.label')}
            rows={2}
            maxLength={STAGE_NOTE_LENGTH_MAX}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <CodeHint text={note} />
        </>
      )}
      {next && (
        <StageButton key={next} {...{ visit, worked, stage: next }} onPress={() => press(next)} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {next && note === undefined && (
          <Button look="link" className="-mx-4" onClick={() => setNote('')}>
            {t('note.add')}
          </Button>
        )}
        {canUndo && <Undo {...{ visit, presses, etaChange }} />}
        {later.length > 0 && (
          <LaterSteps
            key={next}
            stages={later}
            onStage={(stage) => (stage === 'finished' ? setIsEnding(true) : press(stage))}
          />
        )}
      </div>
    </div>
  )
}

type StageButtonProps = {
  visit: Visit
  stage: Stage
  /** The minutes that 'Finish' would send, as far as the browser knows them. */
  worked: number | undefined
  onPress: () => void
}

/** The large button. It asks once before a visit ends in less than half of the booked time. rule: settle-hours */
function StageButton({ visit, stage, worked = Infinity, onPress }: StageButtonProps) {
  const { t } = useTranslation(['visits', 'hours'])
  const [isAsking, setIsAsking] = useState(false)
  const booked = visit.estimated_hours * 60
  const isShort = stage === 'finished' && visit.reclean_of === null && worked < booked / 2
  if (isAsking && isShort) {
    return (
      <div className="grid grid-cols-2 gap-2">
        <p ref={focusOnMount} tabIndex={-1} className="col-span-2 font-medium outline-none">
          {t('hours:finish.short', { worked: durationText(worked), booked: durationText(booked) })}
        </p>
        <Button onClick={onPress}>{t('hours:finish.short_yes')}</Button>
        <Button look="quiet" onClick={() => setIsAsking(false)}>
          {t('hours:finish.short_no')}
        </Button>
      </div>
    )
  }
  return (
    <Button
      wide
      className="min-h-14 text-lg"
      onClick={() => (isShort ? setIsAsking(true) : onPress())}
    >
      {t(`press.${stage}`)}
    </Button>
  )
}

/** The stages after the next one, for a professional who left one out. */
function LaterSteps(props: { stages: readonly Stage[]; onStage: (stage: Stage) => void }) {
  const { t } = useTranslation('visits')
  return (
    <details className="open:basis-full">
      <summary className="inline-flex min-h-11 items-center font-medium text-action">
        {t('other_step')}
      </summary>
      <div className="flex flex-wrap gap-2 py-2">
        {props.stages.map((stage) => (
          <Button key={stage} look="quiet" onClick={() => props.onStage(stage)}>
            {t(`press.${stage}`)}
          </Button>
        ))}
      </div>
    </details>
  )
}

/** The minutes that were said last, also those that wait. */
function etaOf({ stages }: Visit, presses: readonly StagePress[]): number | undefined {
  const said = stages.find(({ stage }) => stage === 'on_my_way')?.eta_minutes ?? undefined
  return presses.findLast(({ eta }) => eta !== undefined)?.eta ?? said
}

type EtaProps = { eta: number | undefined; onEta: (eta: number | undefined) => void }

function EtaChoice({ eta, onEta }: EtaProps) {
  const { t } = useTranslation('visits')
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm text-soft">{t('eta.title')}</legend>
      <div className="grid grid-cols-5 gap-2">
        {ETA_CHOICES.map((minutes) => (
          <button
            key={minutes}
            type="button"
            aria-pressed={eta === minutes}
            aria-label={t('eta.about', { minutes })}
            className={classNames(
              'tabular min-h-11 rounded-md border font-medium',
              eta === minutes ? 'border-action bg-mint text-action' : 'border-edge hover:bg-mint',
            )}
            onClick={() => onEta(eta === minutes ? undefined : minutes)}
          >
            {minutes}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

type UndoProps = {
  visit: Visit
  presses: readonly StagePress[]
  etaChange: EtaChange | undefined
}

/** Takes the latest press back: from the queue, or from the server. rule: visit-stages */
function Undo({ visit, presses, etaChange }: UndoProps) {
  const { t } = useTranslation('visits')
  const undo = useUndoStage(visit.booking_id)
  const refusalText = useRefusalText()
  const failure = useFailureToast()
  const takeBack = () => {
    failure.clear()
    const what = undoing(visit, presses, etaChange)
    if (!what) return
    if ('press' in what) return pressQueue.takeBack(what.press)
    if ('etaChange' in what) return pressQueue.undoEta(visit.booking_id, what.etaChange)
    undo.mutate(what.stage, { onError: (error) => failure.show(refusalText(error)) })
  }
  return (
    <Button look="link" className="-mx-4" busy={undo.isPending} onClick={takeBack}>
      {t('undo')}
    </Button>
  )
}
