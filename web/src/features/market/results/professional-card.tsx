import { useTranslation } from '#web/i18n/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import { BOOKING_HOURS, DEFAULT_BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { formatWeekday } from '#contract/date-formats.ts'
import { displayName } from '#contract/people/display-name.ts'
import { CARD_SERVICES_MAX } from '#contract/market/search-rules.ts'
import type { HomePrices } from '#contract/bookings/quote.ts'
import type { User } from '#contract/people/identity.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { CalendarIcon, ShieldIcon } from '#web/ui/pictures/icons.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Stars } from '#web/ui/stars.tsx'
import { ContactButton } from '../professionals/contact-button.tsx'
import { intentAddress, profileAddress, withFreeTime } from '../professionals/addresses.ts'
import { useClaims } from '../professionals/claims.ts'
import { PhotoStrip } from './photo-strip.tsx'
import type { FoundProfessional } from './results.api.ts'
import { useWhenTexts } from '../search/when-texts.ts'

const AREAS_SHOWN = 3

type CardProps = {
  professional: FoundProfessional
  /** The reader. Clients can write, visitors sign up first, professionals see no contact button. */
  user: User | null
  /** The hours and the total of a visit to the client's home; undefined without a home there. */
  home?: HomePrices[string] | undefined
  /** The query of the results' address, for the link back. */
  search: string
  /** The facts that most cards beside it have too. */
  shared: ReadonlySet<string>
  /** Whether the card is in the first view, so that its first photo loads at once. */
  eager: boolean
  className?: string | undefined
}
type ProfessionalProps = Pick<CardProps, 'professional'>

/**
 * The card of one professional in the results: all of it links to the profile. It is at most 300 px high on a phone,
 * and 340 px from 768 px on. rule: search-card
 */
export function ProfessionalCard({
  professional,
  user,
  home,
  eager,
  shared,
  className,
  ...props
}: CardProps) {
  const search = withFreeTime(props.search, professional.free)
  const {
    user_id: id,
    full_name,
    gallery_images: images,
    profile_image_url: portrait,
  } = professional
  const name = displayName(full_name)
  return (
    <article
      className={classNames(
        'card relative flex flex-col overflow-hidden hover:border-action',
        className,
      )}
    >
      <div className="relative">
        <PhotoStrip images={images} id={id} name={name} eager={eager} />
        <span className="absolute -bottom-2.5 left-3 rounded-full border-2 border-surface *:size-10">
          <Avatar id={id} name={full_name} src={portrait} size="md" />
        </span>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-3 pt-3">
        <div className="flex min-w-0 grow basis-32 items-center gap-1.5">
          <h2 className="min-w-0 text-base md:text-lg">
            <Link
              href={profileAddress(professional, { signedIn: user !== null, search })}
              className="block truncate after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-action"
            >
              {name}
            </Link>
          </h2>
          <Checked professional={professional} />
        </div>
        <Price professional={professional} search={props.search} home={home} />
      </div>
      <Evidence professional={professional} home={home} />
      <div className="flex items-center justify-between gap-x-3 px-3">
        <NextTime professional={professional} />
        <KeptOrRate professional={professional} home={home} />
      </div>
      <Differences professional={professional} home={home} shared={shared} />
      <CardActions professional={professional} user={user} search={search} />
    </article>
  )
}

/**
 * The sign of an approved check. That it was simulated stands in words among the facts; for a missing check stands
 * nothing. rule: profile-content
 */
function Checked({ professional }: ProfessionalProps) {
  const { t } = useTranslation('professionals')
  if (!professional.isBackgroundCheckVerified) return null
  return (
    <span className="shrink-0 text-action">
      <ShieldIcon className="size-4" />
      {!professional.background_check_simulated && <span className="sr-only">{t('checked')}</span>}
    </span>
  )
}

type PriceProps = ProfessionalProps & Pick<CardProps, 'home'>

/**
 * The price of a visit to the client's home, else of the shortest usual visit. The one replaces the other as a new
 * element, so that the layout does not shift. rule: search-card
 */
function Price({ professional, search, home }: PriceProps & { search: string }) {
  const { t } = useTranslation('professionals')
  const format = useFormat()
  const wanted = Number(new URLSearchParams(search).get('hours') ?? DEFAULT_BOOKING_HOURS)
  const least = Math.max(wanted, professional.min_hours ?? 1)
  const hours = BOOKING_HOURS.find((length) => length >= least) ?? least
  return (
    <p key={home ? 'home' : 'usual'} className="tabular text-right whitespace-nowrap">
      <strong className="font-display text-lg font-bold">
        {format.money(home?.total ?? rateOf(professional) * hours)}
      </strong>
      {!home && <span className="text-[0.75rem] text-soft"> {t('for_hours', { hours })}</span>}
    </p>
  )
}

const rateOf = (professional: FoundProfessional) =>
  professional.service_rate ?? professional.hourly_rate

/** The rating with the number of visits, and the rate, or for which home the price is. rule: search-card */
function Evidence({ professional, home }: PriceProps) {
  const { t } = useTranslation('professionals')
  const { completed_bookings: count } = professional
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 px-3">
      <p className="flex flex-wrap items-center text-sm whitespace-nowrap">
        <Stars rating={professional.rating} count={professional.total_reviews} short />
        {count ? <span className="ml-1 text-soft">· {t('visits', { count })}</span> : null}
      </p>
      {home ? (
        <p className="tabular text-[0.75rem] whitespace-nowrap text-soft">
          {t('for_home', { hours: home.hours })}
        </p>
      ) : (
        <HourlyRate professional={professional} />
      )}
    </div>
  )
}

/** '$42.00/hour', with 'from' where one of the services costs more. rule: search-card */
function HourlyRate({ professional }: ProfessionalProps) {
  const { t } = useTranslation('professionals')
  const format = useFormat()
  const hasDearer = !professional.service_rate && professional.rates_from
  return (
    <p className="tabular ml-auto text-[0.75rem] whitespace-nowrap text-soft">
      {hasDearer && `${t('rate_from')} `}
      {format.money(rateOf(professional))}
      {t('per_hour')}
    </p>
  )
}

/** 'kept 47 of 48' of the last visits; undefined under 3 visits. rule: search-card, reliability */
function useKept({ reliability }: FoundProfessional): string | undefined {
  const { t } = useTranslation('professionals')
  const { kept, visits: count } = reliability ?? {}
  return count ? t('kept_short', { kept, count }) : undefined
}

/** The visits that were kept, or the rate where its place says for which home the price is. */
function KeptOrRate({ professional, home }: PriceProps) {
  const kept = useKept(professional)
  if (home) return <HourlyRate professional={professional} />
  return kept && <p className="ml-auto text-[0.75rem] whitespace-nowrap text-soft">{kept}</p>
}

/**
 * The next free time, green with a mark where it is booked at once; until when new clients are paused.
 * rule: search-by-time, working-hours
 */
function NextTime({ professional }: ProfessionalProps) {
  const { t, i18n } = useTranslation(['find', 'professionals'])
  const texts = useWhenTexts()
  const {
    free,
    next_free: next,
    paused_until: pausedUntil,
    instant_booking: instant,
  } = professional
  const text = free
    ? t('free_at', { time: texts.time(free.booking_time) })
    : pausedUntil
      ? t('new_clients_from', { date: texts.day(pausedUntil) })
      : next &&
        t('next_free', {
          time: `${formatWeekday(i18n.language, next.booking_date, 'short')} ${texts.time(next.booking_time)}`,
        })
  if (!text && !instant) return <p className="h-5 max-md:hidden" />
  return (
    <p
      className={`flex h-5 min-w-0 items-center gap-1.5 text-sm ${instant ? 'font-semibold text-action' : ''}`}
    >
      {instant && <CalendarIcon className="size-4 shrink-0" />}
      <span className="truncate">
        {text ?? t('professionals:instant')}
        {text && instant && <span className="sr-only">, {t('professionals:instant')}</span>}
      </span>
    </p>
  )
}

/** Facts of this professional that most others on the page do not share. rule: search-card */
function Differences({
  professional,
  home,
  shared,
}: Pick<CardProps, 'professional' | 'home' | 'shared'>) {
  const { t } = useTranslation(['professionals', 'search'])
  const differs = (fact: string) => !shared.has(fact)
  const traits = Object.fromEntries([...shared].map((fact) => [fact, undefined]))
  const claims = useClaims(
    { ...professional, ...traits },
    (professional.languages ?? ['en']).filter(differs),
  )
  const services = professional.services_offered.filter(differs)
  const areas = professional.service_areas.filter(differs)
  const kept = useKept(professional)
  const facts = [
    t('professional_cleaner'),
    ...(home && kept ? [kept] : []),
    ...(professional.background_check_simulated ? [t('checked_simulated')] : []),
    ...claims,
    ...services.slice(0, CARD_SERVICES_MAX).map((service) => t(`search:service_types.${service}`)),
    ...(services.length > CARD_SERVICES_MAX
      ? [t('more', { count: services.length - CARD_SERVICES_MAX })]
      : []),
    ...(areas.length > 0
      ? [
          `${t('serves')} ${areas.slice(0, AREAS_SHOWN).join(', ')}${
            areas.length > AREAS_SHOWN ? ` ${t('more', { count: areas.length - AREAS_SHOWN })}` : ''
          }`,
        ]
      : []),
  ]
  return <p className="truncate px-3 text-[0.75rem] text-soft">{facts.join(' · ')}</p>
}

/** The link to the profile, and the contact button of a client or a visitor, on one line. */
function CardActions({
  professional,
  user,
  search,
}: Pick<CardProps, 'professional' | 'user' | 'search'>) {
  const { t } = useTranslation('professionals')
  const name = displayName(professional.full_name)
  const signedIn = user !== null
  // Text of 36 px on the card, in a target of 44 px.
  const look = '-my-1 min-w-0 px-1! text-sm! no-underline! hover:underline!'
  return (
    <div className="relative z-10 mt-auto flex justify-between gap-2 px-2 pt-0.5 pb-1">
      <ButtonLink
        href={profileAddress(professional, { signedIn, search })}
        label={`${t('view_profile')}: ${name}`}
        look="link"
        className={look}
      >
        {t('view_profile')}
      </ButtonLink>
      {user?.role === 'client' && (
        <ContactButton
          clientId={user.id}
          professionalId={professional.user_id}
          label={`${t('contact_professional')}: ${name}`}
          look="link"
          className={look}
        >
          {t('contact_professional')}
        </ContactButton>
      )}
      {!user && (
        <ButtonLink
          href={intentAddress(professional, 'contact', { signedIn, search })}
          label={`${t('contact_professional')}: ${name}`}
          look="link"
          className={look}
        >
          {t('contact_professional')}
        </ButtonLink>
      )}
    </div>
  )
}
