import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { BroomIcon, CheckIcon, CloseIcon, InfoIcon, PinIcon } from '#web/ui/pictures/icons.tsx'
import { ArrowRightIcon } from '#web/ui/pictures/icons-public.tsx'
import { phaseOf } from './phase.ts'
import type { Phase } from './phase.ts'

const LOOKS = {
  requested: { tone: 'waiting', Icon: InfoIcon },
  confirmed: { tone: 'good', Icon: CheckIcon },
  on_the_way: { tone: 'good', Icon: ArrowRightIcon },
  arrived: { tone: 'good', Icon: PinIcon },
  cleaning: { tone: 'good', Icon: BroomIcon },
  finished: { tone: 'plain', Icon: CheckIcon },
  paid: { tone: 'plain', Icon: CheckIcon },
  declined: { tone: 'bad', Icon: CloseIcon },
  cancelled: { tone: 'bad', Icon: CloseIcon },
  no_show: { tone: 'plain', Icon: InfoIcon },
} as const satisfies Record<Phase, object>

const COLOURS = { waiting: 'text-amber', good: 'text-action', plain: 'text-ink', bad: 'text-clay' }

type PhaseProps = { visit: Parameters<typeof phaseOf>[0] }

/** The word of the phase beside a heading. rule: visit-view */
export function PhaseBadge({ visit }: PhaseProps) {
  const { t } = useTranslation('bookings')
  const phase = phaseOf(visit)
  const { tone, Icon } = LOOKS[phase]
  return (
    <Badge tone={tone} icon={<Icon className="size-4 shrink-0" />}>
      {t(`phase.${phase}`)}
    </Badge>
  )
}

/** The word of the phase in a row. rule: visit-view */
export function PhaseWord({ visit }: PhaseProps) {
  const { t } = useTranslation('bookings')
  const phase = phaseOf(visit)
  const { tone, Icon } = LOOKS[phase]
  return (
    <span className={classNames('flex items-center gap-1 font-medium', COLOURS[tone])}>
      <Icon className="size-4 shrink-0" />
      {t(`phase.${phase}`)}
    </span>
  )
}
