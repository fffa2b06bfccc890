import type { ReactNode } from 'react'
import { STAGES } from '#contract/visits/visit-rules.ts'
import type { Stage } from '#contract/visits/visit-rules.ts'
import type { Visit, VisitStage } from '#contract/visits/visits.ts'
import { useLatePressText } from '#web/features/bookings/one/late-press.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { BroomIcon, CheckIcon, PinIcon } from '#web/ui/pictures/icons.tsx'
import { CircleIcon, ArrowRightIcon } from '#web/ui/pictures/icons-public.tsx'
import { latestStage } from './use-presses.ts'
import type { StagePress } from './press-queue.ts'

const ICONS: Record<Stage, typeof CheckIcon> = {
  on_my_way: ArrowRightIcon,
  arrived: PinIcon,
  started: BroomIcon,
  finished: CheckIcon,
}

type StepsProps = {
  visit: Visit
  presses: readonly StagePress[]
  /** A new stage is read aloud; the client hears the news of the stage instead. */
  readsAloud: boolean
}

/** How far the visit is, in words and icons. rule: visit-view */
export function Steps({ visit, presses, readsAloud }: StepsProps) {
  const { t } = useTranslation('visits')
  const latest = latestStage(visit, presses)
  const reached = latest === null ? -1 : STAGES.indexOf(latest)
  return (
    <section aria-labelledby="steps" className="card p-4 md:p-5">
      <h2 id="steps" className="mb-3 text-xl">
        {t('steps.title')}
      </h2>
      {readsAloud && (
        <p role="status" className="sr-only">
          {latest && t(`step.${latest}`)}
        </p>
      )}
      <ol className="flex flex-col gap-4">
        {STAGES.map((stage, index) => {
          const done = visit.stages.find((one) => one.stage === stage)
          const waiting = presses.find((press) => press.stage === stage && !press.refused)
          const isLeftOut = !done && !waiting && index < reached
          const Icon = ICONS[stage]
          const isReached = Boolean(done ?? waiting)
          return (
            <li key={stage} className="flex items-start gap-3">
              <span
                className={classNames(
                  'grid size-8 shrink-0 place-items-center rounded-full border',
                  isReached ? 'border-action bg-mint text-action' : 'border-line text-soft',
                )}
              >
                {isReached ? <Icon className="size-5" /> : <CircleIcon className="size-5" />}
              </span>
              <div className="min-w-0 pt-1">
                {done ? (
                  <DoneStep visit={visit} step={done} />
                ) : (
                  <p className={waiting ? 'font-medium' : 'text-soft'}>
                    {t(`step.${stage}`)}
                    {waiting && <span className="text-amber">, {t('queue.waits')}</span>}
                    {isLeftOut && `, ${t('steps.left_out')}`}
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function DoneStep({ visit, step }: { visit: Visit; step: VisitStage }): ReactNode {
  const { t } = useTranslation('visits')
  const format = useFormat()
  const latePress = useLatePressText()(step, visit.time_zone)
  const time = (instant: string) => format.time(instant, visit.time_zone)
  return (
    <>
      <p className="font-medium">
        {t(`done.${step.stage}`, { time: time(step.at) })}
        {step.eta_minutes !== null && (
          <span className="text-soft">, {t('eta.about', { minutes: step.eta_minutes })}</span>
        )}
      </p>
      {latePress && <p className="text-sm text-soft">{latePress}</p>}
      {step.note && <p className="text-sm wrap-anywhere whitespace-pre-line">{step.note}</p>}
    </>
  )
}
