import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { durationText } from '#contract/calendar/duration-text.ts'
import { displayName } from '#contract/people/display-name.ts'
import { useApi } from '#web/api/use-api.ts'
import { profileAddress, withChoice } from '#web/features/market/professionals/addresses.ts'
import { profileByIdQuery } from '#web/features/market/professionals/professionals.api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { extraId } from '../../dialog/use-price.ts'
import type { BookingFields } from '../../dialog/booking-draft.ts'
import { insteadQuery } from './instead.api.ts'
import type { Instead as Offers, WithoutTime } from './instead.api.ts'
import { leftOut } from './left-out.ts'

type FreeVisit = Offers['two_visits'][number]
type Extra = { id: string; name: string; minutes: number }

type InsteadProps = {
  asked: WithoutTime
  /** The date of the next free time of the whole visit, if there is one: later offers are none. */
  before?: string | undefined
  /** The chosen extras. */
  extras?: readonly Extra[]
  /** `left` are the extras that the visit leaves out. */
  onChoose: (visit: FreeVisit, left: readonly string[]) => void
}

/** Offers what can be booked where a visit has no free time: shorter, in two visits, with others. rule: no-free-time */
export function Instead({ asked, before, extras = [], onChoose }: InsteadProps) {
  const { t } = useTranslation('next_free')
  const { data } = useQuery(insteadQuery(useApi(), asked))
  if (!data) return <Skeleton className="h-44" />
  const { others } = data
  const isEarlier = ({ date }: FreeVisit) => before === undefined || date < before
  const shorter = data.shorter && isEarlier(data.shorter) ? data.shorter : undefined
  const two = data.two_visits.every(isEarlier) ? data.two_visits : []
  return (
    <div className="flex flex-col gap-4">
      {shorter && (
        <Shorter
          asked={Number(asked.hours)}
          shorter={shorter}
          extras={extras}
          onChoose={onChoose}
        />
      )}
      {two.length > 0 && (
        <Offer
          title={t('instead.two', { first: two[0]!.hours, second: two[1]!.hours })}
          help={t('instead.two_help')}
        >
          {two.map((visit) => (
            <VisitButton key={visit.starts_at} visit={visit} onChoose={() => onChoose(visit, [])} />
          ))}
        </Offer>
      )}
      {others.professionals.length > 0 && <Others asked={asked} others={others} />}
    </div>
  )
}

type ShorterProps = Required<Pick<InsteadProps, 'extras' | 'onChoose'>> & {
  asked: number
  shorter: FreeVisit
}

/** The longest shorter visit, and what it leaves out. */
function Shorter({ asked, shorter, extras, onChoose }: ShorterProps) {
  const { t, i18n } = useTranslation('next_free')
  const left = leftOut(extras, (asked - shorter.hours) * 60)
  const time = durationText(left.minutes)
  const names = extras.filter(({ id }) => left.extras.includes(id)).map(({ name }) => name)
  const cleaning = left.minutes > 0 ? [t('instead.minutes', { time })] : []
  const what = new Intl.ListFormat(i18n.language).format([...names, ...cleaning])
  return (
    <Offer
      title={t('instead.shorter', { hours: shorter.hours })}
      help={
        names.length > 0
          ? t('instead.shorter_extras', { what })
          : t('instead.shorter_less', { minutes: time })
      }
    >
      <VisitButton visit={shorter} onChoose={() => onChoose(shorter, left.extras)} />
    </Offer>
  )
}

function Offer({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-base font-medium">{title}</h3>
      <p className="text-sm text-soft">{help}</p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  )
}

function VisitButton({ visit, onChoose }: { visit: FreeVisit; onChoose: () => void }) {
  const format = useFormat()
  return (
    <Button look="quiet" onClick={onChoose}>
      {format.visit(`${visit.date}T${visit.time}:00Z`, 'UTC')}
    </Button>
  )
}

type OthersProps = { asked: WithoutTime; others: Offers['others'] }

/** Up to three others with their first free time, at which their profile opens. */
function Others({ asked, others }: OthersProps) {
  const { t } = useTranslation('next_free')
  const format = useFormat()
  const signedIn = useUser() !== null
  const hours = Number(asked.hours)
  const search = new URLSearchParams(others.search.split('?')[1])
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-base font-medium">{t('instead.others', { count: hours })}</h3>
      <ul>
        {others.professionals.map(({ free, ...other }) => {
          const choice = free && {
            date: free.booking_date,
            time: free.booking_time,
            hours,
            service: asked.service,
          }
          const address = profileAddress(other, {
            signedIn,
            search: withChoice(search.toString(), choice),
          })
          return (
            <li key={other.user_id} className="flex flex-wrap items-center gap-x-3">
              <TextLink href={address}>{displayName(other.full_name)}</TextLink>
              {free && (
                <span className="tabular text-sm text-soft">
                  {format.visit(`${free.booking_date}T${free.booking_time}:00Z`, 'UTC')}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <TextLink href={others.search}>{t('instead.see_all')}</TextLink>
    </section>
  )
}

type InsteadInFormProps = Omit<InsteadProps, 'extras' | 'onChoose'> & {
  form: UseFormReturn<BookingFields>
  onChange: (fields: BookingFields) => void
  /** Shows the day of the chosen visit. */
  onShow: (date: string) => void
}

/** The offers in the booking dialog. A choice changes time, hours and extras of the form. rule: no-free-time */
export function InsteadInForm({ asked, before, form, onChange, onShow }: InsteadInFormProps) {
  const { t } = useTranslation('bookings')
  const { data } = useQuery(profileByIdQuery(useApi(), asked.professionalId))
  const chosen = form.getValues('extras') ?? []
  const extras = (data?.professional.offer?.extras ?? [])
    .map((extra) => ({
      id: extraId(extra),
      name: (extra.code ? t(`price.extra_names.${extra.code}`) : extra.name) ?? '',
      minutes: extra.minutes,
    }))
    .filter(({ id }) => chosen.includes(id))
  const choose: InsteadProps['onChoose'] = (visit, left) => {
    form.setValue('estimated_hours', String(visit.hours))
    form.setValue('offered_hours', String(visit.hours))
    form.setValue('hours_chosen', true)
    form.setValue(
      'extras',
      chosen.filter((extra) => !left.includes(extra)),
    )
    form.setValue('booking_date', visit.date)
    form.setValue('booking_time', visit.time)
    form.clearErrors(['booking_date', 'booking_time', 'estimated_hours'])
    onChange(form.getValues())
    onShow(visit.date)
  }
  return <Instead asked={asked} before={before} extras={extras} onChoose={choose} />
}
