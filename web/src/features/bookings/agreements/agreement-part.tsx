import { Suspense, useState } from 'react'
import type { VisitChangeAnswer } from '#contract/bookings/agreements.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { CardPart } from '#web/ui/folded-part.tsx'
import { agreementAddress } from '../list/booking-address.ts'
import { PriceLines } from '../one/price-lines.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { useAnswerChange } from './agreements.api.ts'

const ChangeDialog = lazyPart(() => import('./change-dialog.tsx'))

type PartProps = { visit: Visit }

/**
 * The agreement of a visit, and what is proposed to change in it, for both sides. `isFolded`: it is a row that opens.
 * rule: work-agreement
 */
export function AgreementPart({ visit, isFolded }: PartProps & { isFolded: boolean }) {
  const { t } = useTranslation('agreements')
  const isShown = visit.agreement || visit.change || visit.to_change
  if (!isShown) return null
  return (
    <CardPart title={t('title')} isFolded={isFolded}>
      <Agreement visit={visit} />
    </CardPart>
  )
}

function Agreement({ visit }: PartProps) {
  const { t } = useTranslation('agreements')
  const [isChanging, setIsChanging] = useState(false)
  return (
    <>
      <ChangePanel visit={visit} />
      <AgreementState visit={visit} />
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {visit.agreement && (
          <ButtonLink
            href={agreementAddress(visit.booking_id)}
            look={visit.may.includes('confirm_agreement') ? 'primary' : 'quiet'}
          >
            {t(visit.may.includes('confirm_agreement') ? 'part.read_and_agree' : 'part.read')}
          </ButtonLink>
        )}
        {visit.to_change && (
          <Button look="quiet" onClick={() => setIsChanging(true)}>
            {t('change.open')}
          </Button>
        )}
      </div>
      <Suspense>
        {isChanging && visit.to_change && (
          <ChangeDialog
            visit={visit}
            toChange={visit.to_change}
            onClose={() => setIsChanging(false)}
          />
        )}
      </Suspense>
    </>
  )
}

function AgreementState({ visit: { agreement, other } }: PartProps) {
  const { t } = useTranslation('agreements')
  const role = useUser()?.role
  if (!agreement || !role) return null
  const { confirmed, version } = agreement
  const otherSide = role === 'client' ? 'professional' : 'client'
  const name = firstNameOf(other.name)
  return (
    <p className="text-soft">
      <DotSeparated
        facts={[
          t('part.version', { version }),
          t(confirmed[role] ? 'part.you_agreed' : 'part.you_not'),
          t(confirmed[otherSide] ? 'part.other_agreed' : 'part.other_not', { name }),
        ]}
      />
    </p>
  )
}

/** The newest change: its price with the answers of the reader while it is open, or what became of it. */
function ChangePanel({ visit }: PartProps) {
  const { t } = useTranslation(['agreements', 'bookings'])
  const format = useFormat()
  const { change, other, time_zone } = visit
  const role = useUser()?.role
  if (!change) return null
  if (change.status !== 'open') {
    return <p className="text-soft">{t(`change.answered.${change.status}`)}</p>
  }
  const isOwn = change.by === role
  const title = t(isOwn ? 'change.mine' : 'change.theirs', { name: firstNameOf(other.name) })
  const ends = new Date(Date.parse(visit.starts_at) + change.estimated_hours * HOUR_MS)
  return (
    <div
      role="group"
      aria-label={title}
      className="flex flex-col gap-3 rounded-md bg-amber-soft p-4 text-amber"
    >
      <div>
        <p className="font-semibold">{title}</p>
        <p>
          {t('change.hours', {
            hours: t('bookings:hours', { count: change.estimated_hours }),
            time: format.time(ends.toISOString(), time_zone),
          })}
        </p>
      </div>
      <div className="rounded-md bg-surface p-3 text-ink">
        <PriceLines lines={change.lines} frequency="one_time" />
        <p className="flex justify-between gap-4 font-semibold">
          {t('change.total')} <span className="tabular">{format.money(change.total_amount)}</span>
        </p>
      </div>
      <Answers visit={visit} changeId={change.id} isOwn={isOwn} />
    </div>
  )
}

const HOUR_MS = 3_600_000

function Answers({ visit, changeId, isOwn }: PartProps & { changeId: string; isOwn: boolean }) {
  const { t } = useTranslation('agreements')
  const refusalText = useRefusalText()
  const send = useAnswerChange(visit.booking_id)
  const failure = useFailureToast()
  const answer = async (value: VisitChangeAnswer) => {
    failure.clear()
    try {
      await send.mutateAsync({ changeId, answer: value })
      toast.success(t(`change.done.${value}`))
    } catch (error) {
      failure.show(refusalText(error))
    }
  }
  const button = (value: VisitChangeAnswer, label: string, look: 'primary' | 'quiet') => (
    <Button
      look={look}
      disabled={send.isPending}
      busy={send.isPending && send.variables.answer === value}
      onClick={() => void answer(value)}
    >
      {label}
    </Button>
  )
  if (!isOwn && !visit.may.includes('answer_change')) return null
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:grow">
      {isOwn ? (
        button('withdrawn', t('change.withdraw'), 'quiet')
      ) : (
        <>
          {button('accepted', t('change.accept'), 'primary')}
          {button('declined', t('change.decline'), 'quiet')}
        </>
      )}
    </div>
  )
}
